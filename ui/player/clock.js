// A steady beat. The next beat is counted from when the last one was due, not from when it came, so delays do
// not add up; beats missed by a whole interval are dropped, never run in a burst.

class Clock {
  constructor(beat) {
    this.beat = beat;
    this.timer = 0;
  }

  get running() {
    return this.timer !== 0;
  }

  start(interval) {
    this.stop();
    this.interval = interval;
    this.due = performance.now() + interval;
    this.arm();
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = 0;
  }

  arm() {
    this.timer = setTimeout(() => this.fire(), Math.max(0, this.due - performance.now()));
  }

  fire() {
    this.due = Math.max(this.due + this.interval, performance.now() + this.interval / 2);
    this.arm();
    this.beat();
  }
}
