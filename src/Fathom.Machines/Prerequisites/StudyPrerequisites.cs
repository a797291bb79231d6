using System.Globalization;

namespace Fathom.Machines.Prerequisites;

/// <summary>Prerequisites of studies, subjects and nodes.</summary>
public static class StudyPrerequisites
{
    private const string Download = "https://dotnet.microsoft.com/download";

    /// <summary>The runtime that runs this program.</summary>
    public static Prerequisite Runtime { get; } = new()
    {
        Id = "dotnet-runtime",
        Name = ".NET runtime",
        Uses = [PrerequisiteUse.Studies, PrerequisiteUse.Mediator],
        Without = "Without it nothing runs.",
        StopsCommands = ["fathom run"],
        Remedy = $"Install the .NET 10 runtime: {Download}.",
        Probe = (machine, _) => Task.FromResult(ProbeOutcome.Present(machine.Runtime.ToString())),
    };

    /// <summary>ASP.NET Core, on which the servers of several subjects run.</summary>
    public static Prerequisite AspNetCore { get; } = new()
    {
        Id = "aspnetcore-runtime",
        Name = "ASP.NET Core runtime",
        Uses = [PrerequisiteUse.Studies],
        Without = "Without it the servers on Kestrel do not start.",
        StopsCommands = ["fathom run", "fathom serve"],
        Remedy = $"Install the ASP.NET Core 10 runtime, or the .NET 10 SDK, which contains it: {Download}.",
        Probe = (machine, cancellation) => DotnetListAsync(
            machine, "--list-runtimes", "Microsoft.AspNetCore.App ", $"no ASP.NET Core {machine.Runtime.Major} runtime", cancellation),
    };

    /// <summary>A processor each for server and client.</summary>
    public static Prerequisite Processors { get; } = new()
    {
        Id = "processors",
        Name = "two or more processors",
        Uses = [PrerequisiteUse.Studies],
        Without = "With one processor, server and client of a trial take processor time from each other.",
        Remedy = "Give the machine or the container two processors or more.",
        Probe = (machine, _) => Task.FromResult(machine.Processors switch
        {
            1 => ProbeOutcome.Missing("one processor"),
            var more => ProbeOutcome.Present($"{more}"),
        }),
    };

    /// <summary>Simulates the users of a service tree.</summary>
    public static Prerequisite Locust { get; } = new()
    {
        Id = "locust",
        Name = "Locust",
        Uses = [PrerequisiteUse.Studies],
        Without = "Without it a driver of Fathom's own simulates the users of the service tree.",
        Remedy = "Debian, Ubuntu: apt-get install python3-locust; elsewhere: pip install locust (2.0 or later).",
        // Debian's prints no version.
        Probe = async (machine, cancellation) => await Probes.ProgramAsync(machine, ["locust"], "--version", cancellation) switch
        {
            { IsPresent: true, Found: "" } found => found with { Found = "installed" },
            var other => other,
        },
    };

    /// <summary>Memory; every amount is accepted.</summary>
    public static Prerequisite Memory { get; } = new()
    {
        Id = "memory",
        Name = "memory",
        Uses = [PrerequisiteUse.Studies],
        Without = "The amount is for information.",
        Remedy = "Give the machine or the container more memory.",
        Probe = (machine, _) => Task.FromResult(ProbeOutcome.Present(
            string.Create(CultureInfo.InvariantCulture, $"{machine.MemoryBytes / (1024.0 * 1024 * 1024):0.0} GiB"))),
    };

    /// <summary>The SDK, which builds subjects.</summary>
    public static Prerequisite Sdk { get; } = new()
    {
        Id = "dotnet-sdk",
        Name = ".NET SDK",
        Uses = [PrerequisiteUse.Studies],
        Without = "Without it the programs of studies are not built from a checkout.",
        Remedy = $"Install the .NET 10 SDK: {Download}.",
        Probe = (machine, cancellation) => DotnetListAsync(
            machine, "--list-sdks", "", $"no .NET {machine.Runtime.Major} SDK", cancellation),
    };

    /// <summary>The SDK, which publishes a client for older runtimes.</summary>
    public static Prerequisite OlderRuntimes { get; } = new()
    {
        Id = "older-runtimes",
        Name = "a client on older runtimes",
        Uses = [PrerequisiteUse.Studies],
        Without = "Without it the trials on .NET 8 and .NET Core 3.1 are left out.",
        Remedy = $"Install the .NET 10 SDK, which publishes the client on first use: {Download}.",
        Probe = async (machine, cancellation) =>
            await Sdk.CheckAsync(machine, cancellation: cancellation) switch
            {
                { IsPresent: false, Found: var found } => ProbeOutcome.Missing(found),
                _ when !machine.IsLinux => ProbeOutcome.Present(".NET 8 alone: the one on .NET Core 3.1 is for Linux"),
                _ => ProbeOutcome.Present("published on first use"),
            },
    };

    /// <summary>A C compiler, for other numbers of processors on .NET Core 3.1.</summary>
    public static Prerequisite OtherProcessors { get; } = new()
    {
        Id = "other-processors",
        Name = "processors on .NET Core 3.1",
        Uses = [PrerequisiteUse.Studies],
        Without = "Without it the trials on .NET Core 3.1 with another number of processors are left out.",
        Remedy = Probes.Install("gcc libc6-dev", "gcc"),
        Probe = (machine, _) => Task.FromResult(
            !machine.IsLinux ? ProbeOutcome.Missing("this is not Linux")
            : machine.FindExecutable("cc") is null ? ProbeOutcome.Missing("no cc on PATH")
            : ProbeOutcome.Present("compiled on first use")),
    };

    /// <summary>The codecs of the framework.</summary>
    public static Prerequisite BuiltInCodecs { get; } = new()
    {
        Id = "built-in-codecs",
        Name = "gzip, deflate and brotli",
        Uses = [PrerequisiteUse.Studies],
        Without = "They are part of .NET.",
        Remedy = "They are part of .NET.",
        Probe = (_, _) => Task.FromResult(ProbeOutcome.Present("part of .NET")),
    };

    /// <summary>liblz4, for the codec lz4.</summary>
    public static Prerequisite Lz4 { get; } = Library("lz4", ("liblz4.so.1", "liblz4.1.dylib", "liblz4.dll"), "LZ4_versionString",
        Probes.Install("liblz4-1", "lz4-libs", "lz4"));

    /// <summary>libzstd, for the codec zstd.</summary>
    public static Prerequisite Zstd { get; } = Library("zstd", ("libzstd.so.1", "libzstd.1.dylib", "libzstd.dll"), "ZSTD_versionString",
        Probes.Install("libzstd1", "libzstd", "zstd"));

    /// <summary>The first version that <c>dotnet</c> lists with the runtime's major number.</summary>
    internal static async Task<ProbeOutcome> DotnetListAsync(
        IMachine machine, string flag, string prefix, string fault, CancellationToken cancellation)
    {
        var start = $"{prefix}{machine.Runtime.Major}.";
        // A line is a name or nothing, a version, and a folder, which stays out of the result.
        return await machine.RunAsync(machine.Dotnet, [flag], cancellation) is { ExitCode: 0 } run
            && run.Output.Split('\n').LastOrDefault(line => line.StartsWith(start, StringComparison.Ordinal)) is { } found
            ? ProbeOutcome.Present(Probes.VersionIn(found[prefix.Length..]))
            : ProbeOutcome.Missing(fault);
    }

    private static Prerequisite Library(string codec, (string Linux, string MacOs, string Windows) names, string version, string remedy) =>
        new()
        {
            Id = $"{codec}-library",
            Name = $"{codec} library",
            Uses = [PrerequisiteUse.Studies],
            Without = $"Without it the codec {codec} runs in managed code.",
            Remedy = remedy,
            Probe = (machine, _) =>
            {
                var file = machine.IsLinux ? names.Linux : machine.IsWindows ? names.Windows : names.MacOs;
                return Task.FromResult(machine.LibraryVersion(file, version) is { } found
                    ? ProbeOutcome.Present(found)
                    : ProbeOutcome.Missing($"{file} cannot be loaded"));
            },
        };
}
