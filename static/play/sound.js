// Synthesize the sound of a pencil: filtered noise, stroke by stroke. With reduced motion it is off by default.
const { sound } = document.documentElement.dataset; // the preference: on, off or neither
const ON = sound ? sound === "on" : !matchMedia("(prefers-reduced-motion: reduce)").matches;
const STROKES = { X: [[0, 0.2], [0.3, 0.18]], O: [[0, 0.4]] }; // start and length in seconds, as the marks are drawn
let context = null;

// Browsers allow sound only after a press.
for (const pressed of ["click", "keydown"]) {
  if (ON && window.AudioContext) document.addEventListener(pressed, () => { context ??= new AudioContext(); context.resume(); });
}

export function scratch(mark) {
  if (context?.state !== "running") return;
  for (const [start, length] of STROKES[mark]) stroke(context.currentTime + start, length);
}

// Play the sound of the highlighter on the line through three.
export function strike(delay) {
  if (context?.state !== "running") return;
  stroke(context.currentTime + delay, 0.35, 1_700);
}

function stroke(at, length, frequency = 3_400) {
  const noise = context.createBuffer(1, context.sampleRate * length, context.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  const source = new AudioBufferSourceNode(context, { buffer: noise });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency, Q: 0.8 });
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(0.05, at + length * 0.2);
  gain.gain.linearRampToValueAtTime(0, at + length);
  source.connect(filter).connect(gain).connect(context.destination);
  source.start(at);
}
