import type { ScriptEffect } from './script-effects';

/**
 * Of alternatives one takes place: a value that differs between them is not known, and a module that only some of several load may be
 * missing.
 */
export function joinAlternatives(alternatives: readonly (readonly ScriptEffect[])[]): void {
  const effects = alternatives.flat();
  const values = new Map<string, Set<string | undefined>>();
  effects.forEach((effect) => {
    if (effect.kind === 'sysctl') {
      values.set(effect.key, (values.get(effect.key) ?? new Set()).add(effect.value));
    }
  });
  const modules = alternatives.map((each) => new Set(each.flatMap((effect) => (effect.kind === 'module' ? [effect.module] : []))));
  const isChoice = modules.filter(({ size }) => size > 0).length > 1;
  effects.forEach((effect) => {
    if (effect.kind === 'sysctl' && (values.get(effect.key)?.size ?? 0) > 1) {
      effect.value = undefined;
    } else if (effect.kind === 'module' && isChoice && !modules.every((names) => names.has(effect.module))) {
      effect.tolerant = true;
    }
  });
}

/** What takes place under a condition that is not understood: else the value may be another, and the module is not asked for. */
export function leaveOpen(effects: readonly ScriptEffect[]): void {
  effects.forEach((effect) => {
    if (effect.kind === 'module') {
      effect.tolerant = true;
    } else if (effect.kind === 'sysctl') {
      effect.value = undefined;
    }
  });
}
