using System.CommandLine;
using System.Text.RegularExpressions;
using Fathom.Cli.Settings;
using Fathom.Lab.Causes;
using Fathom.Lab.Doctor;
using Fathom.Link.Units;

namespace Fathom.Cli.Commands.Examinations;

/// <summary><c>fathom doctor</c>: why a program or process is slow, and the proof.</summary>
internal sealed class DoctorCommand : ICommandDefinition
{
    private const int MostPairs = 100;
    private const long NanosecondsPerTick = 100;

    public string Name => "doctor";

    public IReadOnlyList<CommandExample> Examples { get; } =
    [
        new("fathom doctor -- dotnet MyLoadTest.dll", "Runs a program again with one thing changed around it, and proves what that cures."),
        new("fathom doctor --metric 'took ([0-9.]+) ms' -- dotnet MyLoadTest.dll", "Compares a number that the program prints."),
        new("fathom doctor --pid 4242", "Watches a running .NET process: hints, and what would prove them."),
    ];

    public IReadOnlyList<string> Notes { get; } =
    [
        "The program is not changed: of its environment one variable at a time is. It runs several times, with empty standard input, so it "
            + "must be one that does its work and ends.",
        "A finding is proven: the program was faster with the change, in rounds of runs in random order, and all changes tried share 5 % "
            + "of false findings. A hint is not; it says what would prove it.",
        "The output folder gets doctor.json and a page, doctor.html. Ctrl-C gives the verdict so far. Exit codes: 0 done; 1 a cause was "
            + "proven and --fail-on finding was given; 2 the program cannot be examined.",
    ];

    public Command Create(FathomConsole console, CommandSettings settings)
    {
        var words = new Argument<string[]>("COMMAND")
        {
            Description = "The program to run, after '--'.",
            Arity = ArgumentArity.ZeroOrMore,
        };
        var pid = SettingOption.One<int?>("--pid", "Watch this running process instead.", "N", null, settings,
            (where, value) => SettingReader.WholeNumber(where, value, 1, int.MaxValue));
        var budget = SettingOption.One<TimeSpan?>("--budget",
            "Time for all runs, or to watch a process. Default 60s, or what 5 pairs need if that is more; 30s with --pid.", "TIME", null,
            settings, (where, value) => Duration(where, value));
        var pairs = SettingOption.One("--pairs", $"The most pairs of runs. Default {DoctorOptions.DefaultPairs}.", "N",
            DoctorOptions.DefaultPairs, settings,
            (where, value) => SettingReader.WholeNumber(where, value, DifferenceTest.FewestReplicates, MostPairs));
        var metric = SettingOption.One<Regex?>("--metric",
            "Compare the number that this pattern finds in the program's output instead of its time; the last match counts.", "PATTERN",
            null, settings, Pattern);
        var larger = SettingOption.Switch("--larger-is-better", "The number of --metric is better when it is larger.", settings);
        var failOn = SettingOption.One<string?>("--fail-on", "Exit with code 1 when a cause is proven.", "finding", null, settings,
            (where, value) => SettingReader.OneOf(where, value, "a kind to fail on", ["finding"]));
        var seed = SettingOption.One("--seed", "Seed of the order of runs. Default 1.", "N", 1, settings,
            (where, value) => SettingReader.WholeNumber(where, value, 0, int.MaxValue));
        var output = SettingOption.One("--out", "The folder for verdict and page. Default fathom-out.", "DIR", "fathom-out", settings,
            SettingReader.Text);
        output.Aliases.Add("-o");
        var quiet = SettingOption.Switch("--quiet", "Show no progress.", settings, "-q");
        var command = new Command("doctor", "Find out why a program or a running process is slow, and prove it.")
        {
            words, pid, budget, pairs, metric, larger, failOn, seed, output, quiet,
        };
        command.SetAction((parsed, _) => new DoctorSession(console, new DoctorSessionOptions
        {
            Program = Program(parsed, words, parsed.GetValue(pid), console) is { } given
                ? new ProgramSpec(given, console.Folder) { Metric = parsed.GetValue(metric), LargerIsBetter = parsed.GetValue(larger) }
                : null,
            Pid = parsed.GetValue(pid) ?? 0,
            Examination = new DoctorOptions
            {
                Budget = parsed.GetValue(budget),
                Pairs = parsed.GetValue(pairs),
                Seed = parsed.GetValue(seed),
            },
            Folder = Path.Combine(console.Folder, parsed.GetValue(output)!),
            FailOnFinding = parsed.GetValue(failOn) is not null,
            Quiet = parsed.GetValue(quiet),
        }).RunAsync());
        return command;
    }

    // Null for a process.
    private static string[]? Program(ParseResult parsed, Argument<string[]> words, int? pid, FathomConsole console)
    {
        var given = parsed.GetValue(words) ?? [];
        if (UsageErrors.WordsBeforeDashes(parsed).FirstOrDefault() is { } early)
        {
            throw CommandException.Usage(
                $"doctor: '{early}' is not expected here; a program follows '--', as in: fathom doctor -- {string.Join(' ', given)}");
        }

        var isSdk = given is ["dotnet", "run" or "test" or "watch", ..];
        return (given, pid) switch
        {
            ({ Length: > 0 }, not null) => throw CommandException.Usage(
                $"--pid: a process or a program is accepted, not both (the program is '{given[0]}')"),
            ({ Length: > 0 }, _) when isSdk => throw CommandException.Usage(
                $"doctor: 'dotnet {given[1]}' builds as well, and runs the program as a child; accepted is the built program, as in: "
                    + "fathom doctor -- dotnet bin/Release/net10.0/MyLoadTest.dll"),
            ({ Length: > 0 }, _) => given,
            (_, not null) => null,
            _ => throw CommandException.Usage(
                "doctor: what to examine is missing; accepted: a program after '--' (fathom doctor -- dotnet MyLoadTest.dll), or --pid N"),
        };
    }

    private static TimeSpan Duration(string where, string value) =>
        DurationText.TryParse(value, out var nanoseconds) && nanoseconds >= NanosecondsPerTick
            ? TimeSpan.FromTicks(nanoseconds / NanosecondsPerTick)
            : throw CommandException.Usage($"{where}: '{value}' is not a time; accepted: {DurationText.Accepted}, more than 0");

    private static Regex Pattern(string where, string value)
    {
        try
        {
            // Without backtracking, so that no pattern can take forever.
            return new Regex(value, RegexOptions.CultureInvariant | RegexOptions.NonBacktracking);
        }
        catch (Exception e) when (e is ArgumentException or NotSupportedException)
        {
            throw CommandException.Usage($"{where}: '{value}' is not a pattern: {e.Message} Accepted: a regular expression of .NET without "
                + @"lookarounds and backreferences, as in 'took ([\d.]+) ms'");
        }
    }
}
