using System.CommandLine;
using System.Text.RegularExpressions;
using Fathom.Cli.Commands.Calls;
using Fathom.Cli.Commands.Calls.Servers;
using Fathom.Cli.Settings;
using Fathom.Cli.Settings.Units;
using Fathom.Doctor;
using Fathom.Doctor.Services;
using Fathom.Records.Comparing;

namespace Fathom.Cli.Commands.Examinations;

/// <summary><c>fathom doctor</c>: why a service, a program or a process is slow, and the proof.</summary>
internal sealed class DoctorCommand : ICommandDefinition
{
    private const int MostPairs = 100;

    public string Name => "doctor";

    public IReadOnlyList<CommandExample> Examples { get; } =
    [
        new("fathom doctor localhost:5001 --call my.Shop/Find -d '{\"item\": 7}'",
            "Calls one method of a service from outside, changes one thing on the caller's side at a time, and proves what it waits for."),
        new("fathom doctor -- dotnet MyLoadTest.dll", "Runs a program again with one thing changed around it, and proves what that cures."),
        new("fathom doctor --metric 'took ([0-9.]+) ms' -- dotnet MyLoadTest.dll", "Compares a number that the program prints."),
        new("fathom doctor --against fathom-out/doctor.json -- dotnet MyLoadTest.dll", "After a fix: proves whether it helped."),
        new("fathom doctor --pid 4242", "Watches a running .NET process: hints, and what would prove them."),
    ];

    public IReadOnlyList<string> Notes { get; } =
    [
        "The program is not changed. One thing around it at a time is: a variable of its environment, or a link between it and what it "
            + "calls. It runs several times, with empty standard input, so it must be one that does its work and ends.",
        "Of a service only the method of --call is called, beside one that does not exist, and PING is sent; by default at most "
            + $"{ServiceSpec.DefaultMaxRate:0} times a second on average and {ServiceSpec.DefaultConcurrency} at a time. The address "
            + "stands in no record.",
        "A finding is proven: the program or the call was faster with the change, in rounds in random order, and all changes tried share 4 "
            + "% of false findings. What calls at once wait for is proven where one cause is left and measurements reject the others. A "
            + "hint is not proven; it says what would prove it.",
        "The output folder gets doctor.json and a page, doctor.html. Ctrl-C gives the verdict so far. Exit codes: 0 done; 1 a cause was "
            + "proven and --fail-on finding was given; 2 the program or the call cannot be examined; 3 the service cannot be reached.",
    ];

    public Command Create(FathomConsole console, CommandSettings settings)
    {
        var words = new Argument<string[]>("COMMAND")
        {
            Description = "The program to run, after '--'; or, before it and with --call, the service: host:port, http:// or https://.",
            Arity = ArgumentArity.ZeroOrMore,
        };
        var pid = SettingOption.One<int?>("--pid", "Watch this running process instead. Beside a service: the process of its server, whose "
            + "processors are then read.", "N", null, settings, (where, value) => SettingReader.WholeNumber(where, value, 1, int.MaxValue));
        var budget = SettingOption.One<TimeSpan?>("--budget",
            $"Time for all runs, or to watch a process. Default 60s, or what {DifferenceTest.MinPairs} pairs need if that is more; "
            + "30s with --pid.",
            "TIME", null, settings, (where, value) => Duration(where, value));
        var pairs = SettingOption.One<int?>("--pairs", "The most pairs of runs, or of trials of a service. Default "
            + $"{DoctorOptions.DefaultPairs}; {DoctorOptions.DefaultServicePairs} for a service.", "N", null, settings,
            (where, value) => SettingReader.WholeNumber(where, value, DifferenceTest.MinPairs, MostPairs));
        var metric = SettingOption.One<Regex?>("--metric",
            "Compare the number that this pattern finds in the program's output instead of its time; the last match counts.", "PATTERN",
            null, settings, Pattern);
        var larger = SettingOption.Switch("--larger-is-better", "The number of --metric is better when it is larger.", settings);
        var failOn = SettingOption.One<string?>("--fail-on", "Exit with code 1 when a cause is proven.", "finding", null, settings,
            (where, value) => SettingReader.OneOf(where, value, "a kind to fail on", ["finding"]));
        var against = SettingOption.Text("--against",
            "An earlier record of the same program or process: which causes are gone since, and what the fix did.", "FILE", settings);
        var seed = SettingOption.One("--seed", "Seed of the order of runs. Default 1.", "N", 1, settings,
            (where, value) => SettingReader.WholeNumber(where, value, 0, int.MaxValue));
        var output = SettingOption.One("--out", "The folder for verdict and page. Default fathom-out.", "DIR", "fathom-out", settings,
            SettingReader.Text, "-o");
        var form = SettingOption.Form(settings, "text", "json", "junit");
        var quiet = SettingOption.Switch("--quiet", "Show no progress.", settings, "-q");
        var verbose = SettingOption.Switch("--verbose", "Also list what was ruled out, and what could not be looked at.", settings, "-v");
        var service = new ServiceFlags(settings);
        var command = new Command("doctor", "Find out why a service, a program or a running process is slow, and prove it.")
        {
            words, pid, budget, pairs, metric, larger, against, failOn, seed, output, form, quiet, verbose,
        };
        command.AddAll(service.All);
        command.SetAction((parsed, _) => CallFailures.ReportAsync(
            parsed.GetValue(words)?.FirstOrDefault() ?? "", () => new DoctorSession(console, Read(parsed)).RunAsync()));
        return command;

        DoctorSessionOptions Read(ParseResult parsed)
        {
            var isService = service.AreGiven(parsed);
            return new DoctorSessionOptions
            {
                Against = EarlierVerdict.Read(console, parsed.GetValue(against)),
                ReadService = isService ? Service(parsed, words, parsed.GetValue(pid), service, console) : null,
                Program = !isService && Program(parsed, words, parsed.GetValue(pid), console) is { } given
                    ? new ProgramSpec(given, console.Folder) { Metric = parsed.GetValue(metric), LargerIsBetter = parsed.GetValue(larger) }
                    : null,
                Pid = parsed.GetValue(pid) ?? 0,
                Examination = new DoctorOptions
                {
                    Budget = parsed.GetValue(budget),
                    Pairs = parsed.GetValue(pairs) ?? (isService ? DoctorOptions.DefaultServicePairs : DoctorOptions.DefaultPairs),
                    Seed = parsed.GetValue(seed),
                    IsCompared = parsed.GetValue(against) is not null,
                },
                Folder = Path.Combine(console.Folder, parsed.GetValue(output)!),
                Form = parsed.GetValue(form)!,
                FailOnFinding = parsed.GetValue(failOn) is not null,
                Quiet = parsed.GetValue(quiet),
                Verbose = parsed.GetValue(verbose),
            };
        }
    }

    private static Func<CancellationToken, Task<ServiceSpec>> Service(
        ParseResult parsed, Argument<string[]> words, int? pid, ServiceFlags service, FathomConsole console)
    {
        var target = (parsed.GetValue(words) ?? []) is [var only] && UsageErrors.WordsBeforeDashes(parsed).Any() ? only
            : throw CommandException.Usage("--call: it is for one service, whose address goes before the flags, as in: fathom doctor "
                + "localhost:5001 --call my.Shop/Find; accepted beside it is no program");
        return async token => await service.ReadAsync(target, parsed, console, token) with { ServerProcess = pid };
    }

    // Null for a process.
    private static string[]? Program(ParseResult parsed, Argument<string[]> words, int? pid, FathomConsole console)
    {
        var given = parsed.GetValue(words) ?? [];
        if (UsageErrors.WordsBeforeDashes(parsed).FirstOrDefault() is { } early)
        {
            throw CommandException.Usage(
                $"doctor: '{early}' is not expected here; a program follows '--', as in: fathom doctor -- {string.Join(' ', given)}"
                    + $"{(TargetAddress.IsTarget(early) ? "; a service needs --call SERVICE/METHOD" : "")}");
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
                "doctor: what to examine is missing; accepted: a program after '--' (fathom doctor -- dotnet MyLoadTest.dll), --pid N, or "
                    + "a service with --call SERVICE/METHOD"),
        };
    }

    private static TimeSpan Duration(string where, string value) =>
        DurationText.TryParse(value, out var duration) && duration > TimeSpan.Zero
            ? duration
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
