/** The part of the package that is used here; it has no types of its own. */
declare module 'fs-native-extensions' {
  /** Takes an exclusive lock on an open file; returns false when another process holds one. */
  export function tryLock(fd: number): boolean;
}
