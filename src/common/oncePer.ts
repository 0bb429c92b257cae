/** While the object is in use. Only for pure functions of what never changes: no disk, settings or clock. */
export function oncePer<K extends object, V>(make: (of: K) => V): (of: K) => V {
  const known = new WeakMap<K, { readonly value: V }>();
  return (of) => {
    let kept = known.get(of);
    if (kept === undefined) {
      kept = { value: make(of) };
      known.set(of, kept);
    }
    return kept.value;
  };
}

/** With a second value that rarely differs; only the latest is kept. */
export function oncePerWith<K extends object, P, V>(make: (of: K, by: P) => V): (of: K, by: P) => V {
  const known = new WeakMap<K, { readonly by: P; readonly value: V }>();
  return (of, by) => {
    let kept = known.get(of);
    if (kept === undefined || kept.by !== by) {
      kept = { by, value: make(of, by) };
      known.set(of, kept);
    }
    return kept.value;
  };
}
