// The sound of a pencil, made here: noise through a narrow filter, one stroke after another. Off until switched on.
const ON = "sound" in document.documentElement.dataset;
const STROKES = { X: [[0, 0.2], [0.3, 0.18]], O: [[0, 0.4]] }; // start and length in seconds, as the marks are drawn
let context = null;

// Browsers let a page sound only after something was pressed in it.
for (const pressed of ["click", "keydown"]) {
  if (ON) document.addEventListener(pressed, () => { context ??= new AudioContext(); context.resume(); });
}

export function scratch(mark) {
  if (context?.state !== "running") return;
  for (const [start, length] of STROKES[mark]) stroke(context.currentTime + start, length);
}

function stroke(at, length) {
  const noise = context.createBuffer(1, context.sampleRate * length, context.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  const source = new AudioBufferSourceNode(context, { buffer: noise });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: 3_400, Q: 0.8 });
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(0.05, at + length * 0.2);
  gain.gain.linearRampToValueAtTime(0, at + length);
  source.connect(filter).connect(gain).connect(context.destination);
  source.start(at);
}
