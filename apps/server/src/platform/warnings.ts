/** Problems that an operator should fix soon; the web app shows them to system administrators. */
import type { SystemWarning } from '@muster/contract/sysAdmin/sysAdmin.api'

export class Warnings {
  private readonly current = new Set<SystemWarning>()

  /** @returns whether the warning is new */
  raise(warning: SystemWarning): boolean {
    const isNew = !this.current.has(warning)
    this.current.add(warning)
    return isNew
  }

  /** @returns whether the warning existed */
  clear(warning: SystemWarning): boolean {
    return this.current.delete(warning)
  }

  has(warning: SystemWarning): boolean {
    return this.current.has(warning)
  }

  list(): SystemWarning[] {
    return [...this.current].sort()
  }
}
