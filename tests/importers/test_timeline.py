"""The list a file leaves behind, and which of it the model saw at each compaction."""

from compaction_core.importers.shared.timeline import MOST_KEPT, Timeline, alone, found_again
from compaction_core.session import Message, Reasoning, Text, ToolResult


def said(text: str) -> Message:
    return Message(role="user", parts=(Text(text=text),))


def test_a_compaction_hides_all_but_what_is_kept() -> None:
    timeline: Timeline[Message] = Timeline()
    for text in "abc":
        timeline.add(said(text))
    timeline.compact([said("S")], [0, 2], trigger="auto")
    timeline.add(said("d"))
    assert [timeline.slots[slot].text for slot in timeline.context] == ["a", "c", "S", "d"]
    messages, (compaction,) = timeline.finish(alone)
    assert [message.text for message in messages] == ["a", "b", "c", "S", "d"]
    assert (compaction.index, compaction.kept, compaction.trigger) == (3, (0, 2), "auto")


def test_a_rewind_takes_messages_off_the_list_and_leaves_what_a_compaction_hid() -> None:
    timeline: Timeline[Message] = Timeline()
    for text in "abc":
        timeline.add(said(text))
    timeline.compact([said("S")], [0, 2])
    timeline.add(said("d"))
    assert [message.text for message in timeline.rewind(1)] == ["d"]  # the context was a c S d
    timeline.add(said("e"))
    messages, (compaction,) = timeline.finish(alone)
    assert [message.text for message in messages] == ["a", "b", "c", "S", "e"]
    assert (compaction.index, compaction.kept) == (3, (0,))


def test_indexes_count_messages_where_an_item_is_several_or_none() -> None:
    timeline: Timeline[int] = Timeline()
    for number in (2, 0, 3):
        timeline.add(number)
    timeline.compact([1], [0, 2])
    _, (compaction,) = timeline.finish(lambda number: [said("x")] * number)
    assert (compaction.index, compaction.kept) == (5, (0, 1, 2, 3, 4))


def test_cleared_results_are_flagged_and_stay() -> None:
    timeline: Timeline[Message] = Timeline()
    slot = timeline.add(Message(role="tool", parts=(ToolResult(call_id="1", text="long"),)))
    timeline.add(said("a"))
    timeline.clear([slot, 1])
    messages, (cleared,) = timeline.finish(alone)
    assert messages[0].flags == ("pruned",)
    assert messages[1].flags == ()  # only results are ever blanked
    assert (cleared.kind, cleared.index) == ("clear", 2)


def test_details_that_come_later_belong_to_the_last_compaction_until_something_is_added() -> None:
    timeline: Timeline[Message] = Timeline()
    timeline.amend(tokens_after=1)
    timeline.compact([said("S")], [])
    timeline.amend(tokens_after=7)
    timeline.add(said("a"))
    timeline.amend(tokens_after=9)
    assert timeline.finish(alone)[1][0].tokens_after == 7


def test_words_found_again_are_kept_once_each_in_the_order_of_the_new_list() -> None:
    timeline: Timeline[Message] = Timeline()
    timeline.add(said("go on"))
    thought = Message(role="assistant", parts=(Reasoning(text="hm"), Text(text="yes")))
    timeline.add(thought)
    timeline.add(said("go on"))
    bare = Message(role="assistant", parts=(Text(text="yes"),))  # lists often leave the reasoning out
    kept, new = found_again(timeline, [bare, said("go on"), said("go on"), said("go on"), said("S")])
    assert kept == [1, 0, 2]
    assert [message.text for message in new] == ["go on", "S"]


def test_kept_messages_are_bounded_over_all_compactions() -> None:
    timeline: Timeline[Message] = Timeline()
    for _ in range(1_000):
        timeline.add(said("a"))
    for _ in range(MOST_KEPT // 1_000 + 10):
        timeline.compact([said("S")], range(1_000))
    _, compactions = timeline.finish(alone)
    assert sum(len(compaction.kept) for compaction in compactions) == MOST_KEPT
    assert timeline.crowded
