// A picture is copied as PNG, twice as large as it is drawn; where the clipboard is refused it is downloaded.

export default function ({ data: [svg, label, copied, downloaded, file], parentElement }) {
  const button = parentElement.querySelector("button");
  button.textContent = label;
  button.onclick = async () => {
    const png = picture(svg);
    try {
      // The promise goes in as it is: Safari refuses a picture that is made after the click.
      await navigator.clipboard.write([new ClipboardItem({ "image/png": png })]);
      button.textContent = copied;
    } catch {
      const link = document.createElement("a");
      link.href = URL.createObjectURL(await png);
      link.download = file;
      link.click();
      URL.revokeObjectURL(link.href);
      button.textContent = downloaded;
    }
  };
}

async function picture(svg) {
  const image = new Image();
  image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(svg);
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [2 * image.width, 2 * image.height];
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}
