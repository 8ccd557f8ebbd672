/** Lets one waiter sleep until something happens. */
export class Signal {
  #isRaised = false
  #wake: (() => void) | undefined

  raise(): void {
    this.#isRaised = true
    this.#wake?.()
  }

  /** Until it is raised, or was since the last wait, or the time is over. */
  wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#wake?.(), ms)
      this.#wake = () => {
        clearTimeout(timer)
        this.#isRaised = false
        this.#wake = undefined
        resolve()
      }
      if (this.#isRaised) this.#wake()
    })
  }
}
