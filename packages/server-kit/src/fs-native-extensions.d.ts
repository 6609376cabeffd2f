/** The part of it that is used here; it has no types of its own. */
declare module 'fs-native-extensions' {
  /** Takes an exclusive lock on an open file; false when somebody else holds one. */
  export function tryLock(fd: number): boolean;
}
