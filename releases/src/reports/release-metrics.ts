/**
 * The metrics for Prometheus: what pages have reported to this process since it started. Prometheus adds up the metrics of several
 * processes. Any visitor may send a report, so the number of series is bounded.
 */
import { Counter, Histogram, type Registry } from 'prom-client';
import type { ReportEntry } from 'shared-contracts/types';
import { ERROR_KINDS, type Release, SECONDS, SHIFTS, VITAL_NAMES } from './release-sums';

/** The most releases in the metrics. Each has about forty series. Beyond that, the release with the oldest report is dropped. */
const MAX_RELEASES = 100;

const OF_RELEASE = ['part', 'version'] as const;

export class ReleaseMetrics {
  /** The counted releases by 'part@version'. The one with the oldest report comes first. */
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

  /** Counts one entry. @returns the number of errors of its kind that the release has now, or 0 if the entry is no error */
  async add(entry: ReportEntry, counted: Release): Promise<number> {
    const release = this.labelsOf(counted);
    switch (entry.type) {
      case 'visit':
        this.visits.inc(release);
        break;
      case 'load':
        this.loads.observe(release, entry.ms / 1000);
        break;
      case 'error': {
        const { kind } = entry;
        this.errors.inc({ ...release, kind });
        const { values } = await this.errors.get();
        const { part, version } = release;
        const isOf = (of: (typeof values)[number]['labels']) =>
          of.part === part && of.version === version && of.kind === kind;
        return values.find(({ labels }) => isOf(labels))?.value ?? 0;
      }
      case 'vital':
        if (entry.name === 'CLS') this.shifts.observe(release, entry.value);
        else this.vitals.observe({ ...release, name: entry.name }, entry.value / 1000);
        break;
      case 'set-back':
        this.demoted.inc(release);
    }
    return 0;
  }

  /**
   * Returns the labels of a release and makes it the most recent one. A new release begins at 0 in every metric that always has a value.
   */
  private labelsOf({ part, version }: Release): { part: string; version: string } {
    const key = `${part}@${version}`;
    const release = { part, version };
    if (!this.releases.has(key)) {
      this.visits.inc(release, 0);
      this.demoted.inc(release, 0);
      for (const kind of ERROR_KINDS) this.errors.inc({ ...release, kind }, 0);
      this.loads.zero(release);
    }
    // A map keeps the order of insertion, so its first release is the one to drop.
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
