// What our scripts use of it. Read by `make lint` only.

export function loadMicroPython(options: { url: string; heapsize: number; pystack: number }): Promise<any>;
