using System.Collections;
using System.Reflection;
using Fathom.Machines.Prerequisites;
using Fathom.Studies.Running.Sources;
using Spectre.Console;

namespace Fathom.Cli;

/// <summary>The surroundings of a command: streams, environment, clock, machine. Tests give it their own.</summary>
#pragma warning disable CA1001 // What it writes to belongs to its maker.
internal sealed record FathomConsole
#pragma warning restore CA1001
{
    private static readonly string Version = typeof(FathomConsole).Assembly
        .GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion ?? "";

    /// <summary>Width of lines in a pipe.</summary>
    private const int WidthWithoutTerminal = 120;

    /// <summary>Results.</summary>
    public required TextWriter Out
    {
        get;
        init => field = new PrintableWriter(value);
    }

    /// <summary>Progress, logs and errors.</summary>
    public required TextWriter Error
    {
        get;
        init => field = new PrintableWriter(value);
    }

    /// <summary>True where results go to a terminal.</summary>
    public required bool OutIsTerminal { get; init; }

    /// <summary>True where progress goes to a terminal.</summary>
    public required bool ErrorIsTerminal { get; init; }

    /// <summary>True where input comes from a terminal.</summary>
    public bool InIsTerminal { get; init; }

    /// <summary>Opens standard input.</summary>
    public Func<Stream> OpenInput { get; init; } = Console.OpenStandardInput;

    /// <summary>Opens standard output for bytes.</summary>
    public Func<Stream> OpenOutput { get; init; } = Console.OpenStandardOutput;

    public required IReadOnlyDictionary<string, string> Environment { get; init; }

    public required TimeProvider Time { get; init; }

    /// <summary>Relative paths start here.</summary>
    public required string Folder { get; init; }

    /// <summary>The machine whose prerequisites are checked.</summary>
    public IMachine Machine { get; init; } = new LocalMachine();

    /// <summary>The subjects of studies.</summary>
    public ISubjectSource Subjects
    {
        get => field ??= SubjectSources.Of(Machine, Environment.GetValueOrDefault(SubjectSources.Variable), Version);
        init;
    }

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

    /// <summary>A path, without the folder that relative paths start at.</summary>
    public string Shown(string path) =>
        path.StartsWith(Folder + Path.DirectorySeparatorChar, StringComparison.Ordinal) ? path[(Folder.Length + 1)..] : path;

    /// <summary>Results; with colour on a terminal, unless NO_COLOR is set.</summary>
    public IAnsiConsole Results() => Ansi(Out, OutIsTerminal);

    /// <summary>Progress; coloured likewise.</summary>
    public IAnsiConsole Progress() => Ansi(Error, ErrorIsTerminal);

    /// <summary>Clears the line of the terminal of <see cref="Error"/> that progress is drawn in.</summary>
    public void ClearLine() => ((PrintableWriter)Error).Terminal.Write("\r\u001b[2K");

    private IAnsiConsole Ansi(TextWriter writer, bool terminal)
    {
        var printable = (PrintableWriter)writer;
        var console = AnsiConsole.Create(new AnsiConsoleSettings
        {
            Out = new AnsiConsoleOutput(printable.Terminal),
            Ansi = terminal ? AnsiSupport.Detect : AnsiSupport.No,
            ColorSystem = terminal && !Environment.ContainsKey("NO_COLOR") ? ColorSystemSupport.Detect : ColorSystemSupport.NoColors,
            Interactive = terminal ? InteractionSupport.Detect : InteractionSupport.No,
        });
        console.Pipeline.Attach(printable);
        if (!terminal)
        {
            console.Profile.Width = WidthWithoutTerminal;
        }

        return console;
    }
}
