"""What the great APIs send and answer: messages, blocks, usage."""
