// What our scripts use of it. Read by `make lint` only.

interface QRCode {
  addData(data: string, mode: "Byte" | "Numeric"): void;
  make(): void;
  getModuleCount(): number;
  createSvgTag(options: { cellSize: number; margin: number; scalable: boolean }): string;
}

export function qrcode(version: number, correction: "L" | "M"): QRCode;
