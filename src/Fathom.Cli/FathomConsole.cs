using System.Collections;
using Spectre.Console;

namespace Fathom.Cli;

/// <summary>The world as a command sees it: streams, environment, clock. Tests give it their own.</summary>
internal sealed record FathomConsole
{
    /// <summary>Width of lines where the terminal does not tell one.</summary>
    private const int WidthWithoutTerminal = 120;

    /// <summary>Results.</summary>
    public required TextWriter Out { get; init; }

    /// <summary>Progress, logs and errors.</summary>
    public required TextWriter Error { get; init; }

    /// <summary>True where results go to a terminal.</summary>
    public required bool OutIsTerminal { get; init; }

    /// <summary>True where progress goes to a terminal.</summary>
    public required bool ErrorIsTerminal { get; init; }

    /// <summary>True where somebody types.</summary>
    public bool InIsTerminal { get; init; }

    public required IReadOnlyDictionary<string, string> Environment { get; init; }

    public required TimeProvider Time { get; init; }

    /// <summary>Where relative paths begin.</summary>
    public required string Folder { get; init; }

    public static FathomConsole OfThisProcess() => new()
    {
        Out = Console.Out,
        Error = Console.Error,
        OutIsTerminal = !Console.IsOutputRedirected,
        ErrorIsTerminal = !Console.IsErrorRedirected,
        InIsTerminal = !Console.IsInputRedirected,
        Environment = System.Environment.GetEnvironmentVariables().Cast<DictionaryEntry>()
            .ToDictionary(e => (string)e.Key, e => (string?)e.Value ?? "", StringComparer.Ordinal),
        Time = TimeProvider.System,
        Folder = Directory.GetCurrentDirectory(),
    };

    /// <summary>Results, with colour where a terminal shows it and NO_COLOR does not forbid it.</summary>
    public IAnsiConsole Results() => Ansi(Out, OutIsTerminal);

    /// <summary>Progress, likewise.</summary>
    public IAnsiConsole Progress() => Ansi(Error, ErrorIsTerminal);

    private IAnsiConsole Ansi(TextWriter writer, bool terminal)
    {
        var console = AnsiConsole.Create(new AnsiConsoleSettings
        {
            Out = new AnsiConsoleOutput(writer),
            Ansi = terminal ? AnsiSupport.Detect : AnsiSupport.No,
            ColorSystem = terminal && !Environment.ContainsKey("NO_COLOR") ? ColorSystemSupport.Detect : ColorSystemSupport.NoColors,
            Interactive = terminal ? InteractionSupport.Detect : InteractionSupport.No,
        });
        if (!terminal)
        {
            console.Profile.Width = WidthWithoutTerminal;
        }

        return console;
    }
}
