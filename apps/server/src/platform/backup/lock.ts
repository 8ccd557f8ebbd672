/**
 * The advisory lock of a running backup. Meanwhile no content is removed from the storage: a row of the
 * backup's moment may refer to it.
 */
export const backupLock = 7_202_611
