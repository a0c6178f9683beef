import { posix } from 'node:path';
import type { ListedFile, NotRead } from '../declaration/declaration';
import type { InputText } from './documents/input-text';

/** Why a text was passed over. */
export interface PassedOver {
  readonly reason: string;
  readonly isTemplate: boolean;
}

interface TemplateGroup {
  readonly files: string[];
  /** Those that name a setting of kube-proxy. */
  readonly telling: string[];
}

/** Notes file by file what was read, and gathers what has to be rendered before it can be judged. */
export class FileList {
  public readonly files: ListedFile[] = [];
  private readonly charts = new Map<string, TemplateGroup>();
  private readonly templates = new Map<string, TemplateGroup>();
  private readonly others: NotRead[] = [];

  public add(file: ListedFile): void {
    this.files.push(file);
  }

  /** Takes a text of which nothing, or not all, was read; `isTelling` where it names a setting of kube-proxy. */
  public passOver({ file, chart }: Omit<InputText, 'text'>, { reason, isTemplate }: PassedOver, isTelling: boolean): void {
    if (isTemplate && (chart !== undefined || isTelling)) {
      const [groups, name] = chart === undefined ? [this.templates, templateFolder(file)] as const : [this.charts, chart] as const;
      const group = groups.get(name) ?? { files: [], telling: [] };
      groups.set(name, group);
      group.files.push(file);
      group.telling.push(...isTelling ? [file] : []);
    } else if (isTelling) {
      this.others.push({
        name: file,
        location: { file },
        message: `${file} names kube-proxy's settings and is not read: ${reason}`,
        because: 'it is in a form that is not read, so what it sets is not part of what was judged',
        remedy: 'Check what it makes instead: the manifests, the KubeProxyConfiguration, or the files that it puts on nodes.',
      });
    }
  }

  /** What has to be rendered, chart by chart, those that have nothing to do with kube-proxy all in one. */
  public notRead(): NotRead[] {
    const charts = [...this.charts].sort(byName);
    const telling = charts.filter(([, group]) => group.telling.length > 0);
    const quiet = charts.filter(([, group]) => group.telling.length === 0);
    return [
      ...telling.map(([name, group]) => chartNote(name, group)),
      ...quiet.length > 0 ? [quietCharts(quiet)] : [],
      ...[...this.templates].sort(byName).map(([name, group]) => templatesNote(name, group)),
      ...[...this.others].sort((left, right) => (left.name < right.name ? -1 : 1)),
    ];
  }
}

const byName = ([left]: readonly [string, unknown], [right]: readonly [string, unknown]) => (left < right ? -1 : 1);

const BECAUSE = 'a template is no manifest until it is rendered, so what it sets is not part of what was judged';

function chartNote(chart: string, { files, telling }: TemplateGroup): NotRead {
  return {
    name: chart,
    location: { file: telling[0] },
    message: `${counted(files.length, 'template')} of chart ${chart} not read, ${telling.length} of which ${telling.length === 1 ? 'sets' : 'set'} up kube-proxy`,
    because: `${BECAUSE}: ${shortList(telling)}`,
    remedy: `helm template ${chart} | kube-proxy-kit check -`,
  };
}

function quietCharts(charts: readonly (readonly [string, TemplateGroup])[]): NotRead {
  const [[first, { files }]] = charts;
  const templates = charts.reduce((sum, [, group]) => sum + group.files.length, 0);
  const names = charts.map(([name]) => name);
  return {
    name: charts.length === 1 ? first : 'charts',
    location: { file: files[0] },
    message: charts.length === 1
      ? `${counted(templates, 'template')} of chart ${first} not read; none names kube-proxy's settings`
      : `${counted(templates, 'template')} of ${charts.length} charts not read; none names kube-proxy's settings`,
    because: charts.length === 1 ? BECAUSE : `${BECAUSE}: ${shortList(names)}`,
    remedy: `helm template ${first} | kube-proxy-kit check -`,
  };
}

function templatesNote(folder: string, { telling }: TemplateGroup): NotRead {
  const isOne = telling.length === 1;
  return {
    name: isOne ? telling[0] : folder,
    location: { file: telling[0] },
    message: isOne ? `${telling[0]} names kube-proxy's settings and is not read: a template`
      : `${telling.length} templates in ${folder} name kube-proxy's settings and are not read`,
    because: isOne ? BECAUSE : `${BECAUSE}: ${shortList(telling)}`,
    remedy: 'Check what the template is rendered to.',
  };
}

/** The outermost folder that is named for its templates, or else the one that the file lies in. */
function templateFolder(file: string): string {
  const parts = posix.dirname(file).split('/');
  const at = parts.indexOf('templates');
  return parts.slice(0, at < 0 ? undefined : at + 1).join('/');
}

const SHOWN = 5;

/** The first of many names, and how many more there are. */
function shortList(names: readonly string[]): string {
  const rest = names.length - SHOWN;
  return names.slice(0, SHOWN).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
