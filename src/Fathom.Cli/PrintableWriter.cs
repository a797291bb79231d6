using System.Text;
using Fathom.Wire.Grpc;
using Spectre.Console.Rendering;

namespace Fathom.Cli;

/// <summary>
/// The one way of text to the console, of whatever source: unsafe characters are written as <see cref="PrintableText.Escape"/> says, so
/// that no name, status or message of a peer drives the terminal. Control sequences of Fathom itself go to <see cref="Terminal"/>.
/// </summary>
internal sealed class PrintableWriter(TextWriter terminal) : TextWriter(terminal.FormatProvider), IRenderHook
{
    /// <summary>The stream itself.</summary>
    public TextWriter Terminal => terminal;

    public override Encoding Encoding => terminal.Encoding;

    public override void Write(char value) => terminal.Write(PrintableText.Escape(value.ToString()));

    public override void Write(string? value) => terminal.Write(PrintableText.Escape(value ?? ""));

    public override void Write(ReadOnlySpan<char> buffer) => terminal.Write(PrintableText.Escape(buffer.ToString()));

    public override void Write(char[] buffer, int index, int count) => Write(buffer.AsSpan(index, count));

    public override void WriteLine(string? value) => terminal.WriteLine(PrintableText.Escape(value ?? ""));

    public override Task WriteAsync(string? value) => terminal.WriteAsync(PrintableText.Escape(value ?? ""));

    public override Task WriteLineAsync(string? value) => terminal.WriteLineAsync(PrintableText.Escape(value ?? ""));

    public override void Flush() => terminal.Flush();

    public override Task FlushAsync() => terminal.FlushAsync();

    /// <summary>Replaces the text of what Spectre.Console draws, and not its own control sequences.</summary>
    public IEnumerable<IRenderable> Process(RenderOptions options, IEnumerable<IRenderable> renderables) =>
        renderables.Select(r => new PrintableContent(r));

    private sealed class PrintableContent(IRenderable content) : IRenderable
    {
        public Measurement Measure(RenderOptions options, int maxWidth) => content.Measure(options, maxWidth);

        public IEnumerable<Segment> Render(RenderOptions options, int maxWidth) => content.Render(options, maxWidth)
            .Select(s => s.IsControlCode || s.IsLineBreak ? s : new Segment(PrintableText.Escape(s.Text), s.Style));
    }
}
