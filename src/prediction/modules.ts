import {
  DEFAULT_SCHEDULER, IPSET_MODULE, LISTED_IPVS_MODULES, listedConntrackModule, requirementCheck, unmetRequirements, type RequirementCheck,
} from '../facts/kube-proxy/requirements';
import { operatingSystemOf } from '../facts/kernel/operating-systems';
import { schedulerModule, schedulerNamed, SCHEDULERS } from '../facts/kernel/schedulers';
import type { KubeVersion } from '../facts/kube-proxy/kube-version';
import type { KubeProxyOnNodes } from './kube-proxy-writes';
import { isLoadedBeforeKubeProxy, type NodeModule } from './node-modules';
import type { ModulePrediction } from './prediction';

/** What a kube-proxy sees of the nodes' modules. */
export interface ModuleView {
  readonly moduleOf: (name: string) => NodeModule;
  /** Whether the host's /lib/modules is mounted into kube-proxy's container; `undefined` outside containers or when not known. */
  readonly mountsLibModules: boolean | undefined;
}

type NeededAs = ModulePrediction['neededAs'];

/** The modules that a kube-proxy in IPVS mode needs, and whether it finds each of them. */
export function predictModules({ version, pool, configuration }: KubeProxyOnNodes, view: ModuleView): ModulePrediction[] {
  const check = requirementCheck(version);
  const conntrack = listedConntrackModule(check, pool.kernel);
  const required = check.method === 'probe' ? ['ip_vs'] : [...LISTED_IPVS_MODULES, ...conntrack === undefined ? [] : [conntrack]];
  const schedulerName = configuration.ipvs.scheduler || DEFAULT_SCHEDULER;
  const scheduler = schedulerModule(schedulerName);
  const listedOnly = operatingSystemOf(pool)?.listedModulesOnly === true;

  const predict = (name: string, neededAs: NeededAs): ModulePrediction => {
    const module = neededAs === 'scheduler' ? schedulerOnNode(schedulerName, view) : view.moduleOf(name);
    const unnoticed = name === conntrack && !check.noticesMissingConntrack;
    const { satisfied, why } = isFound(module, neededAs, { check, version, view, unnoticed, listedOnly });
    return {
      name, neededAs, state: module.state, satisfied,
      because: why === undefined ? module.because : `${module.because}, and ${why}`,
      evidence: module.evidence ?? check.evidence,
    };
  };
  return [
    // Nothing but an input that says so tells that it is missing, and nobody has to load it.
    ...view.moduleOf(IPSET_MODULE).state === 'absent' ? [predict(IPSET_MODULE, 'kernel')] : [],
    ...required.map((name) => predict(name, check.method === 'probe' ? 'kernel' : 'listed')),
    ...required.includes(scheduler) ? [] : [predict(scheduler, 'scheduler')],
  ];
}

/** A scheduler that no kernel has is absent everywhere, unless the input states its module. */
function schedulerOnNode(name: string, { moduleOf }: ModuleView): NodeModule {
  const module = moduleOf(schedulerModule(name));
  return schedulerNamed(name) !== undefined || module.from === 'inventory' ? module : {
    ...module,
    state: 'absent',
    because: `no Linux kernel has a scheduler named ${JSON.stringify(name)} (they are ${SCHEDULERS.map((scheduler) => scheduler.name).join(', ')})`,
  };
}

/** Whether kube-proxy refuses IPVS mode when it does not find this module; other ones are only missed later. */
export function isEnforced({ neededAs }: ModulePrediction, version: KubeVersion): boolean {
  const { method, wantsSchedulerLoaded } = requirementCheck(version);
  return neededAs !== 'scheduler' || method === 'probe' || wantsSchedulerLoaded;
}

interface Looking {
  readonly check: RequirementCheck;
  readonly version: KubeVersion;
  readonly view: ModuleView;
  /** Whether this module may be missing without kube-proxy noticing. */
  readonly unnoticed: boolean;
  /** Whether the node loads no module on demand. */
  readonly listedOnly: boolean;
}

interface Found {
  readonly satisfied: ModulePrediction['satisfied'];
  readonly why?: string;
}

function isFound(module: NodeModule, neededAs: NeededAs, looking: Looking): Found {
  if (looking.unnoticed && module.state !== 'loaded') {
    return { satisfied: true, why: 'this kube-proxy does not notice when it is missing' };
  }
  const onDemand = neededAs !== 'listed' && !(neededAs === 'scheduler' && looking.check.wantsSchedulerLoaded);
  switch (module.state) {
    case 'absent': return { satisfied: false };
    case 'unknown': return { satisfied: 'unknown' };
    case 'builtin': return onDemand ? { satisfied: true } : builtInCounts(neededAs, looking);
    case 'loaded': return loadedCounts(module, neededAs, looking);
    case 'loadable': return looking.listedOnly ? { satisfied: 'unknown', why: 'whether it is listed there is not in the input' } : onDemand ? loadsOnDemand(neededAs, looking) : loadableCounts(module, neededAs, looking);
  }
}

function builtInCounts(neededAs: NeededAs, { check, view }: Looking): Found {
  if (!check.seesBuiltIn) {
    return { satisfied: false, why: 'this kube-proxy looks for loaded modules only' };
  }
  if (neededAs === 'scheduler') {
    return { satisfied: false, why: 'this kube-proxy looks for the module of this scheduler among the loaded ones only' };
  }
  return view.mountsLibModules === false
    ? { satisfied: false, why: 'kube-proxy cannot see that, since its container does not mount /lib/modules' }
    : { satisfied: true };
}

function loadedCounts(module: NodeModule, neededAs: NeededAs, { version, view }: Looking): Found {
  const inTime = module.from !== 'loader' || isLoadedBeforeKubeProxy(module)
    || unmetRequirements(version).outcome === 'exits'
    || (neededAs === 'listed' && view.mountsLibModules !== false);
  return inTime ? { satisfied: true } : { satisfied: 'unknown', why: 'whether that happens before kube-proxy looks is open' };
}

function loadsOnDemand(neededAs: NeededAs, { view }: Looking): Found {
  return neededAs === 'kernel' && view.mountsLibModules === false
    ? { satisfied: 'unknown', why: "kube-proxy's container does not mount /lib/modules, so only a kernel that loads it by itself has it" }
    : { satisfied: true, why: 'it is loaded on demand' };
}

function loadableCounts({ from }: NodeModule, neededAs: NeededAs, { view }: Looking): Found {
  if (neededAs === 'listed' && view.mountsLibModules !== false) {
    return { satisfied: true, why: 'kube-proxy loads it' };
  }
  // What is known of the operating system says nothing about who else loads it; an inventory says that nobody has.
  const satisfied = from === 'inventory' ? false : 'unknown';
  return neededAs === 'listed'
    ? { satisfied, why: 'kube-proxy cannot load it, since its container does not mount /lib/modules' }
    : { satisfied, why: 'this kube-proxy does not load the module of this scheduler' };
}
