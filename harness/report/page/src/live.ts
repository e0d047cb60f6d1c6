// The page of a run that goes on: its progress, its report so far, and a match to watch.

import { parse } from "./address.ts";
import { Report } from "./live/report.ts";
import { RunPanel, type Status } from "./live/panel.ts";
import { WatchedMatch } from "./live/watch.ts";
import { Feed } from "./play/feed.ts";
import { themeSwitch } from "./theme.ts";

interface About {
  title: string;
  /** True if its matches can be drawn. */
  watchable: boolean;
}

interface End {
  words: string;
  report: string | null;
}

function start(root: HTMLElement): void {
  const panel = new RunPanel(root);
  const match = new WatchedMatch(root);
  const report = new Report();
  document.getElementById("tools")?.append(themeSwitch());
  const acts: Record<string, (data: unknown) => void> = {
    about: (data) => {
      const { title, watchable } = data as About;
      document.title = `stoker: ${title}`;
      match.offer(watchable);
    },
    status: (data) => panel.show(data as Status),
    faults: (data) => panel.faults(data as string[]),
    report: (data) => report.show(data as string),
    end: (data) => {
      const { words, report: last } = data as End;
      feed.end();
      match.end();
      panel.end(words);
      if (last !== null) report.show(last);
    },
  };
  const feed = new Feed(
    Object.keys(acts),
    {
      hear: (name, data) => acts[name]?.(data),
      lost: () => panel.lost(),
      found: () => panel.found(),
    },
    { shown: "events", hidden: "events?end" },
  );
  window.addEventListener("hashchange", () => {
    // A link to a replay of the report; a match that is watched follows its own time.
    if (parse(location.hash).match !== undefined && report.hasReplays) match.remove();
    report.follow();
  });
}

const root = document.getElementById("live");
if (root) start(root);
