/** Adds items to the end of a list. Unlike `push(...items)`, which passes each as an argument, it takes any number of them. */
export function append<T>(list: T[], items: Iterable<T>): void {
  for (const item of items) {
    list.push(item);
  }
}
