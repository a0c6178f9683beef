import { spawn } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import type { GuestInput, GuestOutput } from '../guest/exchange';
import { guestProgram } from './guest-program';
import { initramfs, RUN_FOLDER } from './initramfs';
import type { KernelImage } from './kernel-image';
import { requiredProgram } from './requirements';
import { undoneAtExit } from './undone-at-exit';

export interface GuestOptions {
  readonly image: KernelImage;
  readonly input: GuestInput;
  /** Connect the guest to the host's network; the host is 10.0.2.2 then. @default false */
  readonly network?: boolean;
  /** The guest is stopped after so long. */
  readonly timeoutSeconds: number;
}

/**
 * Boots a kernel in QEMU, on emulated processors, with the host's files read-only below a writable layer, runs an experiment there and
 * brings back what it measured.
 *
 * @throws Error with the end of the console when the guest ends without a result
 */
export async function runInGuest({ image, input, network = false, timeoutSeconds }: GuestOptions): Promise<GuestOutput> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'kube-proxy-kit-lab-'));
  const removeFolder = undoneAtExit(() => fs.rmSync(folder, { recursive: true, force: true }));
  try {
    guestProgram(path.join(folder, 'program'));
    fs.writeFileSync(path.join(folder, 'input.json'), JSON.stringify(input));
    fs.writeFileSync(path.join(folder, 'start'), `export PATH=/run/first:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root
${process.execPath} ${RUN_FOLDER}/program/guest/main.js ${RUN_FOLDER}
sync
busybox poweroff -f
`);
    const console = await boot(qemuArguments(image, folder, network), timeoutSeconds);
    const output = path.join(folder, 'output.json');
    if (!fs.existsSync(output)) {
      throw new Error(`the guest with ${image.release} ended without a result; the end of its console:\n${console.split('\n').slice(-40).join('\n')}`);
    }
    return JSON.parse(fs.readFileSync(output, 'utf8'));
  } finally {
    removeFolder();
  }
}

function qemuArguments(image: KernelImage, folder: string, network: boolean): string[] {
  return [
    '-accel', 'tcg,thread=multi', '-cpu', 'max', '-smp', '2', '-m', '1024',
    '-nographic', '-no-reboot',
    '-kernel', image.vmlinuz, '-initrd', initramfs(image),
    // A crash ends QEMU, too: panic=-1 reboots at once, and -no-reboot makes that an exit. The self-tests of the kernel's ciphers hung
    // for ever on emulated processors, and test nothing that is asked here.
    '-append', 'console=ttyS0 quiet panic=-1 cryptomgr.notests',
    '-virtfs', 'local,path=/,mount_tag=host,security_model=none,readonly=on,multidevs=remap',
    '-virtfs', `local,path=${folder},mount_tag=run,security_model=none`,
    ...(image.isBefore46 ? ['-device', 'virtio-rng-pci'] : []),
    '-nic', network ? 'user,model=virtio-net-pci' : 'none',
  ];
}

/** Runs QEMU to its end, and gives back what came over the serial console. */
function boot(args: readonly string[], timeoutSeconds: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const qemu = spawn(requiredProgram('qemu-system-x86_64'), args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let console = '';
    const note = (chunk: Buffer) => {
      console += chunk.toString('latin1');
      if (process.env.LAB_CONSOLE) {
        process.stderr.write(chunk);
      }
    };
    qemu.stdout.on('data', note);
    qemu.stderr.on('data', note);
    const stop = undoneAtExit(() => qemu.kill('SIGKILL'));
    const timer = setTimeout(() => {
      console += `\n(stopped after ${timeoutSeconds} s)`;
      stop();
    }, timeoutSeconds * 1000);
    qemu.on('error', reject);
    qemu.on('close', () => {
      clearTimeout(timer);
      stop();
      resolve(console);
    });
  });
}
