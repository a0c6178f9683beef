/**
 * A Kubernetes (and so kube-proxy) version. Vendor suffixes (`-gke.1043002`, `-eksbuild.3`, `+k3s1`, `-r0`) and
 * pre-release tags are kept in `raw` and ignored by the ordering.
 */
export class KubeVersion {
  private static readonly pattern = /^v?(\d{1,3})\.(\d{1,3})(?:\.(\d{1,4}))?(?:$|[^\d.].*$|\.[^\d].*$)/;

  /**
   * Reads `v1.29.4`, `1.29`, `v1.29.4-gke.1043002`, `v1.31.2-eksbuild.3`, `v1.30.13+k3s1`, `v1.27.4-r0`.
   *
   * @throws Error when the text does not start with a major and a minor number; see {@link tryParse}
   */
  public static parse(text: string): KubeVersion {
    const version = KubeVersion.tryParse(text);
    if (!version) {
      throw new Error(`not a Kubernetes version: ${JSON.stringify(text)}; write it as v1.29.4, 1.29 or with a vendor suffix (v1.31.2-eksbuild.3)`);
    }
    return version;
  }

  /** As {@link parse}, but `undefined` for a text that is no version. */
  public static tryParse(text: string): KubeVersion | undefined {
    // A version that YAML or JavaScript takes for a number has lost the zero of 1.30.
    const match = typeof text === 'string' ? KubeVersion.pattern.exec(text.trim()) : null;
    if (!match) {
      return undefined;
    }
    return new KubeVersion(text.trim(), Number(match[1]), Number(match[2]), match[3] === undefined ? undefined : Number(match[3]));
  }

  /** Bounds come from tables, so they are few and each is asked for often. */
  private static readonly bounds = new Map<string, KubeVersion>();

  private static bound(text: string): KubeVersion {
    const bound = KubeVersion.bounds.get(text) ?? KubeVersion.parse(text);
    KubeVersion.bounds.set(text, bound);
    return bound;
  }

  private constructor(
    /** The text as it was given. */
    public readonly raw: string,
    /** 1. */
    public readonly major: number,
    /** 29 of v1.29.4. */
    public readonly minor: number,
    /** `undefined` when the text named a minor only; ordered as patch 0. */
    public readonly patch: number | undefined,
  ) {}

  /** Below zero, zero or above zero, as `Array.sort` wants it. */
  public compare(other: KubeVersion): number {
    return this.major - other.major || this.minor - other.minor || (this.patch ?? 0) - (other.patch ?? 0);
  }

  /** Whether this version is `bound` or later. `bound` is written `1.26` or `1.26.3`. */
  public atLeast(bound: string): boolean {
    return this.compare(KubeVersion.bound(bound)) >= 0;
  }

  /** Whether this version is before `bound`. */
  public before(bound: string): boolean {
    return !this.atLeast(bound);
  }

  /** Whether this version lies in one of the half-open ranges. */
  public within(ranges: readonly VersionRange[]): boolean {
    return ranges.some((range) => this.atLeast(range.from) && (range.to === undefined || this.before(range.to)));
  }

  /** `v1.29.4`, or `v1.29` when no patch is known; without the vendor suffix. */
  public toString(): string {
    return `v${this.major}.${this.minor}${this.patch === undefined ? '' : `.${this.patch}`}`;
  }

  /** `1.29`: the name of the release line. */
  public get line(): string {
    return `${this.major}.${this.minor}`;
  }
}

/** From a release (inclusive) to another (exclusive; open when left out), both written `1.26.3`. */
export interface VersionRange {
  /** The first release that is in it. */
  readonly from: string;
  /** The first release that is no longer in it. @default - it is open */
  readonly to?: string;
}
