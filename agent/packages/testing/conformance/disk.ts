/** For `sh -c`: takes every free block of the disk. */
export const fillDisk = 'cat /dev/zero >/fill 2>/dev/null || :';

/** For `sh -c`: leaves this many mebibytes of the disk free. */
export const leaveFree = (mebibytes: number): string =>
  `free=$(df -m --output=avail / | tail -n 1); head -c $(( (free - ${mebibytes}) * 1048576 )) /dev/zero >/fill`;
