/**
 * What pages said of the releases they ran, since this process started. Anybody may post a report, so what is kept is
 * bounded: releases that the registry does not name count as one.
 */
import type { ReportEntry } from 'shared-contracts/types';
import { Histogram } from '../../plugins/histogram';

type Entry<Type extends ReportEntry['type']> = Extract<ReportEntry, { type: Type }>;
export type ErrorKind = Entry<'error'>['kind'];
export type VitalName = Entry<'vital'>['name'];

export const ERROR_KINDS: readonly ErrorKind[] = ['load', 'refused', 'render', 'unhandled'];
const VITAL_NAMES: readonly VitalName[] = ['LCP', 'INP', 'CLS', 'FCP', 'TTFB'];

/** What the registry does not name: an old page's release, or something made up. */
export const OTHER = { part: 'other', version: 'other' } as const;
/** Each is some forty series in the metrics. Above, the one that was not heard of for longest is dropped. */
const MAX_RELEASES = 100;

/** Upper bounds in seconds: of loads, and of what pages feel like. */
const SECONDS = [0.05, 0.1, 0.2, 0.35, 0.5, 0.75, 1, 1.5, 2.5, 4, 6, 10];
const SHIFTS = [0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1];

export interface ReleaseFigures {
  part: string;
  version: string;
  /** Pages that used it. */
  visits: number;
  /** Of its screens and slots, in seconds. */
  loads: Histogram;
  errors: Record<ErrorKind, number>;
  /** In seconds, CLS without a unit. */
  vitals: Record<VitalName, Histogram>;
  /** Visitors who were moved back from it. */
  setBack: number;
}

export class AllFigures {
  private readonly all = new Map<string, ReleaseFigures>();

  /** Counts one entry. @returns the figures it went into */
  add(entry: ReportEntry, isKnown: boolean): ReleaseFigures {
    const figures = this.figuresOf(isKnown ? entry : OTHER);
    switch (entry.type) {
      case 'visit':
        figures.visits += 1;
        break;
      case 'load':
        figures.loads.observe(entry.ms / 1000);
        break;
      case 'error':
        figures.errors[entry.kind] += 1;
        break;
      case 'vital':
        figures.vitals[entry.name].observe(entry.name === 'CLS' ? entry.value : entry.value / 1000);
        break;
      case 'set-back':
        figures.setBack += 1;
    }
    return figures;
  }

  list(): ReleaseFigures[] {
    return [...this.all.values()];
  }

  private figuresOf({ part, version }: { part: string; version: string }): ReleaseFigures {
    const key = `${part}@${version}`;
    const figures = this.all.get(key) ?? emptyFigures(part, version);
    // A map lists what was put in first: that is the one to drop.
    this.all.delete(key);
    this.all.set(key, figures);
    const [oldest] = this.all.keys();
    if (this.all.size > MAX_RELEASES && oldest !== undefined) this.all.delete(oldest);
    return figures;
  }

  /** In Prometheus' text format. */
  *lines(): Iterable<string> {
    const each = [...this.all.values()].map((figures) => ({
      ...figures,
      labels: `part="${figures.part}",version="${figures.version}"`,
    }));
    yield '# TYPE foodhall_part_visits_total counter';
    for (const { labels, visits } of each) yield `foodhall_part_visits_total{${labels}} ${visits}`;
    yield '# TYPE foodhall_part_errors_total counter';
    for (const { labels, errors } of each) {
      for (const kind of ERROR_KINDS) yield `foodhall_part_errors_total{${labels},kind="${kind}"} ${errors[kind]}`;
    }
    yield '# TYPE foodhall_part_set_back_total counter';
    for (const { labels, setBack } of each) yield `foodhall_part_set_back_total{${labels}} ${setBack}`;
    yield '# TYPE foodhall_part_load_seconds histogram';
    for (const { labels, loads } of each) yield* loads.lines('foodhall_part_load_seconds', labels);
    yield '# TYPE foodhall_web_vital_seconds histogram';
    for (const { labels, vitals } of each) {
      for (const name of VITAL_NAMES) {
        if (name === 'CLS' || vitals[name].count === 0) continue;
        yield* vitals[name].lines('foodhall_web_vital_seconds', `${labels},name="${name}"`);
      }
    }
    yield '# TYPE foodhall_layout_shift histogram';
    for (const { labels, vitals } of each) {
      if (vitals.CLS.count > 0) yield* vitals.CLS.lines('foodhall_layout_shift', labels);
    }
  }
}

export function errorCount({ errors }: ReleaseFigures): number {
  return ERROR_KINDS.reduce((sum, kind) => sum + errors[kind], 0);
}

function emptyFigures(part: string, version: string): ReleaseFigures {
  const seconds = () => new Histogram(SECONDS);
  return {
    part,
    version,
    visits: 0,
    loads: seconds(),
    errors: { load: 0, refused: 0, render: 0, unhandled: 0 },
    vitals: { LCP: seconds(), INP: seconds(), CLS: new Histogram(SHIFTS), FCP: seconds(), TTFB: seconds() },
    setBack: 0,
  };
}
