/**
 * What pages reported of the releases they ran, since this process started. Any visitor may post a report, so what is stored is
 * bounded: releases that the registry does not name count as one.
 */
import { Counter, Histogram, type MetricObjectWithValues, type MetricValue, type Registry } from 'prom-client';
import type { ReportEntry } from 'shared-contracts/types';
import type { Bucket } from './quantile';

type Entry<Type extends ReportEntry['type']> = Extract<ReportEntry, { type: Type }>;
export type ErrorKind = Entry<'error'>['kind'];
export type VitalName = Entry<'vital'>['name'];

export const ERROR_KINDS: readonly ErrorKind[] = ['load', 'refused', 'render', 'unhandled'];
const VITAL_NAMES: readonly VitalName[] = ['LCP', 'INP', 'CLS', 'FCP', 'TTFB'];

/** What the registry does not name: an old page's release, or something made up. */
const OTHER = { part: 'other', version: 'other' } as const;
/** Each is some forty series in the metrics. Above, the one with the oldest report is dropped. */
const MAX_RELEASES = 100;

/** Upper bounds in seconds: of loads, and of what pages feel like. */
const SECONDS = [0.05, 0.1, 0.2, 0.35, 0.5, 0.75, 1, 1.5, 2.5, 4, 6, 10];
const SHIFTS = [0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1];

type Release = Readonly<{ part: string; version: string }>;

/** The metrics of one release, as the page of releases shows them. */
export interface ReleaseSummary extends Release {
  /** Pages that used it. */
  visits: number;
  /** Of its screens and slots, in seconds. */
  loads: readonly Bucket[];
  errors: Record<ErrorKind, number>;
  /** In seconds, CLS without a unit. */
  vitals: Record<VitalName, readonly Bucket[]>;
  /** Visitors who were demoted from it. */
  demoted: number;
}

const OF_RELEASE = ['part', 'version'] as const;

const all = new WeakMap<Registry, ReleaseMetrics>();

/** The one of an app: reports count in it, and the desk shows it. */
export function releaseMetricsOf(registry: Registry): ReleaseMetrics {
  const metrics = all.get(registry) ?? new ReleaseMetrics(registry);
  all.set(registry, metrics);
  return metrics;
}

export class ReleaseMetrics {
  /** By 'part@version', the oldest report first. */
  private readonly releases = new Map<string, Release>();
  private readonly visits;
  private readonly errors;
  private readonly demoted;
  private readonly loads;
  private readonly vitals;
  private readonly shifts;

  constructor(registry: Registry) {
    const registers = [registry];
    this.visits = new Counter({
      name: 'foodhall_part_visits_total',
      help: 'Pages that used a release.',
      labelNames: OF_RELEASE,
      registers,
    });
    this.errors = new Counter({
      name: 'foodhall_part_errors_total',
      help: 'Errors of a release that pages reported.',
      labelNames: [...OF_RELEASE, 'kind'] as const,
      registers,
    });
    this.demoted = new Counter({
      name: 'foodhall_part_set_back_total',
      help: 'Visitors who were demoted from a release.',
      labelNames: OF_RELEASE,
      registers,
    });
    this.loads = new Histogram({
      name: 'foodhall_part_load_seconds',
      help: 'Load time of the screens and slots of a release.',
      labelNames: OF_RELEASE,
      buckets: SECONDS,
      registers,
    });
    this.vitals = new Histogram({
      name: 'foodhall_web_vital_seconds',
      help: 'Web vitals that are times.',
      labelNames: [...OF_RELEASE, 'name'] as const,
      buckets: SECONDS,
      registers,
    });
    this.shifts = new Histogram({
      name: 'foodhall_layout_shift',
      help: 'Cumulative layout shift (CLS).',
      labelNames: OF_RELEASE,
      buckets: SHIFTS,
      registers,
    });
  }

  /**
   * Counts one entry.
   * @param isKnown whether the registry names its release
   * @returns the release it was counted for, and how many errors of its kind that has now; 0 for another entry
   */
  async add(entry: ReportEntry, isKnown: boolean): Promise<Release & { errors: number }> {
    const release = this.countedAs(isKnown ? entry : OTHER);
    switch (entry.type) {
      case 'visit':
        this.visits.inc(release);
        break;
      case 'load':
        this.loads.observe(release, entry.ms / 1000);
        break;
      case 'error':
        this.errors.inc({ ...release, kind: entry.kind });
        return { ...release, errors: countOf(await this.errors.get(), { ...release, kind: entry.kind }) };
      case 'vital':
        if (entry.name === 'CLS') this.shifts.observe(release, entry.value);
        else this.vitals.observe({ ...release, name: entry.name }, entry.value / 1000);
        break;
      case 'set-back':
        this.demoted.inc(release);
    }
    return { ...release, errors: 0 };
  }

  async summaries(): Promise<ReleaseSummary[]> {
    const [visits, errors, demoted, loads, vitals, shifts] = await Promise.all([
      this.visits.get(),
      this.errors.get(),
      this.demoted.get(),
      this.loads.get(),
      this.vitals.get(),
      this.shifts.get(),
    ]);
    return [...this.releases.values()].map((release) => ({
      ...release,
      visits: countOf(visits, release),
      loads: bucketsOf(loads, release),
      errors: record(ERROR_KINDS, (kind) => countOf(errors, { ...release, kind })),
      vitals: record(VITAL_NAMES, (name) =>
        name === 'CLS' ? bucketsOf(shifts, release) : bucketsOf(vitals, { ...release, name }),
      ),
      demoted: countOf(demoted, release),
    }));
  }

  /** The labels of a release, now the most recent of those that are counted. A new one begins at 0 in every metric that always has a value. */
  private countedAs({ part, version }: Release): { part: string; version: string } {
    const key = `${part}@${version}`;
    const release = { part, version };
    if (!this.releases.has(key)) {
      this.visits.inc(release, 0);
      this.demoted.inc(release, 0);
      for (const kind of ERROR_KINDS) this.errors.inc({ ...release, kind }, 0);
      this.loads.zero(release);
    }
    // A map lists what was put in first, so the first one is the one to drop.
    this.releases.delete(key);
    this.releases.set(key, release);
    const [oldest] = this.releases.values();
    if (this.releases.size > MAX_RELEASES && oldest) this.drop(oldest);
    return release;
  }

  private drop(release: Release): void {
    this.releases.delete(`${release.part}@${release.version}`);
    this.visits.remove(release);
    this.demoted.remove(release);
    this.loads.remove(release);
    this.shifts.remove(release);
    for (const kind of ERROR_KINDS) this.errors.remove({ ...release, kind });
    for (const name of VITAL_NAMES) this.vitals.remove({ ...release, name });
  }
}

export function errorCount({ errors }: ReleaseSummary): number {
  return ERROR_KINDS.reduce((sum, kind) => sum + errors[kind], 0);
}

type Labels = Readonly<Record<string, string>>;

function isOf(value: MetricValue<string>, labels: Labels): boolean {
  return Object.entries(labels).every(([name, label]) => value.labels[name] === label);
}

function countOf({ values }: MetricObjectWithValues<MetricValue<string>>, labels: Labels): number {
  return values.find((value) => isOf(value, labels))?.value ?? 0;
}

function bucketsOf({ values }: MetricObjectWithValues<MetricValue<string>>, labels: Labels): Bucket[] {
  return values
    .filter((value) => value.labels.le !== undefined && isOf(value, labels))
    .map(({ labels: { le }, value }) => ({
      bound: le === '+Inf' ? Number.POSITIVE_INFINITY : Number(le),
      count: value,
    }));
}

function record<Name extends string, Value>(names: readonly Name[], of: (name: Name) => Value): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, of(name)])) as Record<Name, Value>;
}
