using System.Globalization;
using Fathom.Bench;
using Fathom.Bench.Doctor;
using Fathom.Bench.Load;
using Fathom.Bench.Mediator;
using Fathom.Bench.Siege;
using Fathom.Bench.Soak;
using Fathom.Bench.Statistics;
using Fathom.Bench.Tree;
using Fathom.Bench.Witness;
using Fathom.Bench.Worlds;

switch (args)
{
    // Child processes of "throughput": both ends of the bare echo.
    case ["serve-tcp"]:
        await ThroughputBench.ServeTcpAsync();
        return 0;
    case ["call-tcp", var port]:
        await ThroughputBench.CallTcpAsync(int.Parse(port, CultureInfo.InvariantCulture));
        return 0;

    // Child process of "load".
    case ["call-net-client", var address, var shape, var share]:
        await NetClientLoad.RunAsync(address, LoadShape.All[int.Parse(shape, CultureInfo.InvariantCulture)] with
        {
            Share = double.Parse(share, CultureInfo.InvariantCulture),
        });
        return 0;

    // Child processes of "mediator": both ends of the bare echo.
    case ["serve-ssl"]:
        await SslEcho.ServeAsync();
        return 0;
    case ["call-ssl"]:
        await SslEcho.CallAsync();
        return 0;

    // The attackers of "siege".
    case ["siege-attack", var port]:
        await AttackProcess.RunAsync(port);
        return 0;

    case ["handshakes", ..]:
        return await HandshakeBench.RunAsync(args) ? 0 : 1;

    // Child processes of "soak".
    case ["soak-host"]:
        await SoakHost.RunAsync();
        return 0;
    case ["soak-network"]:
        await SoakNetwork.RunAsync();
        return 0;
    case ["soak-proxy", var port, var seed]:
        await SoakProxy.RunAsync(int.Parse(port, CultureInfo.InvariantCulture), long.Parse(seed, CultureInfo.InvariantCulture));
        return 0;
}

if (SoakOptions.Read(args) is { } soak)
{
    if (!SoakChild.CompilesOnce)
    {
        return await SoakChild.RunOnceMoreAsync(args);
    }

    var report = await SoakRun.RunAsync(soak);
    return BenchOutput.Give(report, soak.Out, report.Violations.Count == 0);
}

if (TreeSoakOptions.Read(args) is { } treeSoak)
{
    var soaked = TreeSoak.Run(treeSoak);
    return BenchOutput.Give(soaked, treeSoak.Out, soaked.Violations.Count == 0);
}

if (SiegeOptions.Read(args) is { } siege)
{
    return await SiegeBench.RunAsync(siege) ? 0 : 1;
}

if (MediatorOptions.Read(args) is { } mediator)
{
    var measured = MediatorBench.Run(mediator);
    return BenchOutput.Give(measured, mediator.Out, measured.Holds);
}

if (WatchCostOptions.Read(args) is { } watching)
{
    return await WatchCostBench.RunAsync(watching) ? 0 : 1;
}

if (DoctorBenchOptions.Read(args) is { } doctor)
{
    var diagnosed = await DoctorBench.RunAsync(doctor);
    return BenchOutput.Give(diagnosed, doctor.Out, diagnosed.Holds);
}

if (DoctorNoiseOptions.Read(args) is { } noise)
{
    var examined = DoctorNoiseBench.Run(noise);
    return BenchOutput.Give(examined, noise.Out, examined.Holds);
}

if (StatisticsOptions.Read(args) is { } statistics)
{
    var simulated = StatisticsBench.Run(statistics);
    return BenchOutput.Give(simulated, statistics.Out, simulated.Holds);
}

if (WorldsOptions.Read(args) is { } worlds)
{
    var known = await WorldsBench.RunAsync(worlds);
    return BenchOutput.Give(known, worlds.Out, known.Holds);
}

// dotnet run -c Release --project bench/Fathom.Bench -- hosts|clients|load|memory|throughput|codecs|witness [--pairs N]
// [--names A,B] [--add FILE] [--out FILE], mediator [--rounds N] [--seconds N] [--out FILE], siege [--minutes N] [--out FILE],
// handshakes [--out FILE], soak [--minutes N] [--seed S] [--out FILE], tree [--minutes N] [--users N] [--out FILE],
// watch-cost [--pairs N] [--calls N] [--out FILE], doctor [--names A,B] [--repeat N] [--healthy-runs N] [--add FILE] [--out FILE],
// doctor-noise [--runs N] [--out FILE], statistics [--studies N] [--out FILE], or worlds [--seeds N] [--from SEED] [--fault KIND]
// [--out DIR]
var options = BenchOptions.Read(args);
if (options is null)
{
    Console.Error.WriteLine(
        "usage: hosts|clients|load|memory|throughput|codecs|witness [--pairs N] [--names A,B] [--out FILE]   ('load': [--share S] "
            + "[--cells 'PART OF A NAME;...']; on a machine with two quiet cores, taskset, h2load for 'hosts' and 'load', zstd, lz4 and "
            + "gzip for 'codecs')\n"
        + "       mediator [--rounds N] [--seconds N] [--out FILE]   (exit code 1: a bar was missed)\n"
        + "       siege [--minutes N] [--out FILE]   (exit code 1: a bar was missed)\n"
        + "       handshakes [--out FILE]   (exit code 1: an honest one took more than a second)\n"
        + "       soak [--minutes N] [--seed S] [--out FILE]   (exit code 1: something was violated)\n"
        + "       tree [--minutes N] [--users N] [--out FILE]   (a soak; exit code 1: something was violated)\n"
        + "       watch-cost [--pairs N] [--calls N] [--out FILE]   (exit code 1: a watched process is more than 5 % slower)\n"
        + "       doctor [--names A,B] [--repeat N] [--healthy-runs N] [--neighbours N] [--delay TIME] [--add FILE] [--out FILE]   "
            + "(every plant; exit code 1: a bar was missed)\n"
        + "       doctor-noise [--runs N] [--out FILE]   (exit code 1: a bar was missed)\n"
        + "       statistics [--studies N] [--out FILE]   (exit code 1: a bar was missed)\n"
        + "       worlds [--seeds N] [--from SEED] [--fault KIND] [--out DIR]   (exit code 1: a bar was missed)");
    return 2;
}

var result = options.Verb switch
{
    "hosts" => HostBench.Run(options),
    "clients" => ClientBench.Run(options),
    "load" => LoadBench.Run(options),
    "codecs" => CodecsBench.Run(options),
    "witness" => WitnessBench.Run(options),
    "memory" => await MemoryBench.RunAsync(options),
    _ => ThroughputBench.Run(options),
};
return BenchOutput.Give(result, options.Out, holds: options.Verb != "load" || result.FirstIsNeverSlower);
