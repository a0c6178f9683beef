/** Whether and how a kernel module is there on a node. */
export type ModuleState = 'loaded' | 'builtin' | 'loadable' | 'absent';

export const MODULE_STATES: readonly ModuleState[] = ['loaded', 'builtin', 'loadable', 'absent'];
