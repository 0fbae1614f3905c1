// What happens to a phone, and to the server, and what others write there. Each gives what is printed about it.

export const HOUR = 3_600_000; // milliseconds, after which a phone may write again
const SIGNALS = { up: 5, cut: 5, flaky: 4 };

export class Mishaps {
  signal({ phone }, dice) {
    const before = phone.signal;
    phone.signal = dice.weighted(SIGNALS);
    if (before === "cut" && phone.signal !== "cut") for (const tab of phone.tabs) tab.tell("online");
    return phone.signal;
  }
  reload(tab) {
    tab.close();
    return this.open(tab.phone, tab.code).name;
  }
  tab({ phone }, dice) {
    return this.open(phone, dice.pick(phone.codes)).name;
  }
  kill(tab) {
    tab.close();
    return "closed";
  }
  async pull(tab) {
    await tab.transport.pull(tab.code);
    return "pulled";
  }
  wake(tab, dice) {
    tab.tell(dice.pick(["online", "visibilitychange", "pageshow"]));
    return "woken";
  }
  plain(tab, _dice, number) {
    if (tab.record?.start) return "no";
    const { told, key } = this.ask("plain", { phone: tab.phone.number, code: tab.code, dice: number });
    this.others.add(key);
    return told;
  }
  rename(tab, _dice, number) {
    return tab.record?.start ? "no" : this.ask("rename", { code: tab.code, dice: number });
  }
  async pass(_tab, dice) {
    const milliseconds = dice.pick([3000, 16000, 70000, HOUR]);
    this.scheduler.now += milliseconds;
    return milliseconds;
  }
  full({ phone }, dice) {
    phone.disk.full = phone.disk.full ? "" : dice.pick(["put", "commit"]);
    return phone.disk.full;
  }
  clear({ phone }) {
    for (const { lines, start } of phone.disk.matches) {
      for (const { key } of lines) if (this.intents.has(key)) this.intents.get(key).isCleared = true;
      if (start) this.codes = this.codes.filter((code) => code !== start.code);
    }
    for (const intent of this.intents.values()) if (intent.phone === phone.name && intent.state === "asked") intent.isCleared = true;
    phone.isCleared = true;
    phone.disk.clear();
    return "cleared";
  }
  skew({ phone }, dice) {
    phone.skew = dice.pick([0, HOUR, -86400e3 * 30, 86400e3 * 400]);
    return phone.skew;
  }
  // The phone needs the memory of a worker, if possible of one that judges.
  crash({ phone }, dice) {
    const workers = phone.tabs.map(({ worker }) => worker).filter((worker) => worker && !worker.isDead);
    const worker = workers.find(({ asked }) => asked) ?? workers[0];
    if (worker?.asked) this.count("killed while it judged");
    worker?.kill(dice.chance(0.5));
    return worker ? "killed" : "no engine";
  }
  restart() {
    this.ask("restart");
    return "restarted";
  }
  upgrade() {
    this.version = this.ask("upgrade");
    return this.version;
  }
}
