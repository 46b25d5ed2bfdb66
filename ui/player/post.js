// What Python is told and what it knows. Every move of the user has a number that only grows; Python sends the
// last one it saw back as `ack`. So an answer from before the user's last move is never taken for an order.

const SEND_AFTER = 120; // ms: a held arrow key becomes one message

class Post {
  constructor() {
    this.sent = 0;
    this.pending = 0;
  }

  open(data) {
    this.forget();
    this.plan = data.plan;
    this.known = data.step;
  }

  // Whether Python itself wants another step than the one it last knew.
  moved(data) {
    if (this.pending || data.ack < this.sent || data.step === this.known) return false;
    this.known = data.step;
    return true;
  }

  tell(step, now = false) {
    this.forget();
    this.known = step;
    this.pending = setTimeout(() => this.flush(), now ? 0 : SEND_AFTER);
  }

  flush() {
    if (!this.pending) return;
    this.forget();
    this.sent = Math.max(Date.now(), this.sent + 1);
    this.send("step", { step: this.known, number: this.sent, plan: this.plan });
  }

  forget() {
    clearTimeout(this.pending);
    this.pending = 0;
  }
}
