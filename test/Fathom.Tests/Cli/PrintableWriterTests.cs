using Fathom.Cli;
using Spectre.Console;

namespace Fathom.Tests.Cli;

/// <summary>What a command writes is text to a terminal, whatever is in it.</summary>
public sealed class PrintableWriterTests : IDisposable
{
    private const string Attack = "\u001b]0;owned\u0007\u009b2J\u202egpj\u200f\r.";
    private const string Shown = @"\u001b]0;owned\u0007\u009b2J\u202egpj\u200f\u000d.";

    private readonly StringWriter _out = new();

    [Fact]
    public async Task Every_way_to_write_is_escaped_and_lines_and_tabs_are_kept()
    {
        var console = Console(isTerminal: true);
        console.Out.Write(Attack);
        console.Out.Write(Attack[0]);
        console.Out.Write(Attack.ToCharArray());
        console.Out.Write(Attack.AsSpan());
        console.Out.Write("{0}", Attack);
        console.Out.WriteLine(Attack);
        await console.Out.WriteAsync(Attack);
        await console.Out.WriteLineAsync(Attack);
        await console.Out.WriteAsync(Attack.AsMemory(), TestContext.Current.CancellationToken);
        await console.Out.WriteLineAsync("a\tb\nc\r\nd €");

        _out.ToString().ShouldBe($@"{Shown}\u001b{Shown}{Shown}{Shown}{Shown}" + "\n" + $"{Shown}{Shown}\n{Shown}a\tb\nc\r\nd €\n");
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void What_is_drawn_is_text_and_colours_of_our_own_stay(bool isTerminal)
    {
        var console = Console(isTerminal).Results();
        console.Profile.Capabilities.Ansi = isTerminal;
        console.WriteLine(Attack, new Style(decoration: Decoration.Bold));
        console.Write(new Table().AddColumn("of a peer").AddRow(new Text(Attack)));

        _out.ToString().ShouldNotContain(Attack[..4]);
        _out.ToString().ShouldNotContain("\u202e");
        _out.ToString().ShouldContain(@"\u202egpj");
        _out.ToString().Contains("\u001b[1m", StringComparison.Ordinal).ShouldBe(isTerminal);
    }

    [Fact]
    public void Our_own_control_of_the_line_of_progress_reaches_the_terminal()
    {
        Console(isTerminal: true).ClearLine();

        _out.ToString().ShouldBe("\r\u001b[2K");
    }

    public void Dispose() => _out.Dispose();

    private FathomConsole Console(bool isTerminal) => new()
    {
        Out = _out, Error = _out, OutIsTerminal = isTerminal, ErrorIsTerminal = isTerminal,
        Environment = new Dictionary<string, string>(), Time = TimeProvider.System, Folder = "",
    };
}
