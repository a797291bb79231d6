using System.CommandLine;
using Fathom.Cli.Commands.Calls;
using Fathom.Cli.Commands.Calls.Servers;
using Fathom.Cli.Settings;
using Fathom.Load.Grpc.Requests;
using Fathom.Transport.Calls;

namespace Fathom.Cli.Commands.Loads;

/// <summary><c>fathom load TARGET --call SERVICE/METHOD</c>: load on any gRPC service.</summary>
internal sealed class LoadCommand : ICommandDefinition
{
    public string Name => "load";

    public IReadOnlyList<CommandExample> Examples { get; } =
    [
        new("fathom load localhost:5001 --call my.Shop/Buy -d '{\"item\": 7}' -n 10000 -c 50",
            "10,000 calls, 50 at a time (closed loop)."),
        new("fathom load localhost:5001 --call my.Shop/Buy -d @buys.jsonl -r 1000 -z 30s",
            "1,000 calls a second for 30 seconds (open loop), lines in turn; with --threshold 'p99<20ms' exit code 1 unless 99 % take less "
                + "than 20 ms."),
        new("fathom load localhost:5001 --call my.Shop/Buy --stage 30s:500 --stage 0s:2000",
            "A ramp to 500 calls a second, then a step to 2,000; a further stage holds the rate."),
        new("fathom load http://localhost:5001 --call my.Shop/Buy --find-capacity",
            "The highest rate at which a threshold holds, here: --threshold 'p99<20ms'."),
    ];

    public IReadOnlyList<string> Notes { get; } =
    [
        CallNotes.Reflection,
        CallNotes.Tls,
        CallNotes.Data + " Call n of the plan sends message n, and starts again after the last; a call that streams sends all.",
        "In a closed loop (-c) the next call starts when one has ended, so a slow server gets fewer calls. In an open loop (-r, --stage) "
            + "calls start when they are due; latency counts from that time, also for calls that had to wait.",
        "The run is judged: where the generator itself was the bottleneck, the figures are called invalid, and the exit code is 4. It is "
            + "1 when a threshold or --check did not hold, when every call failed, and after --max-errors.",
        "DIR gets a record, load.json, and a page, load.html. Ctrl-C keeps what was measured.",
    ];

    public Command Create(FathomConsole console, CommandSettings settings)
    {
        var target = new Argument<string>("TARGET")
        {
            Description = TargetAddress.Help,
        };
        var flags = new LoadFlags(settings);
        var command = new Command("load", "Load on any gRPC service: latency without coordinated omission, errors, capacity.") { target };
        command.AddAll(flags.All);
        command.SetAction((parsed, token) => CallFailures.ReportAsync(parsed.GetRequiredValue(target), async () =>
        {
            var spec = await ReadAsync(flags, parsed, parsed.GetRequiredValue(target), console, token);
            try
            {
                return await (spec.FindCapacity ? new CapacitySession(console, spec).RunAsync()
                    : new LoadSession(console, spec).RunAsync());
            }
            catch (RequestDataException e)
            {
                throw CommandException.Usage(e.Message);
            }
        }));
        return command;
    }

    private static async Task<LoadSpec> ReadAsync(
        LoadFlags flags, ParseResult parsed, string target, FathomConsole console, CancellationToken token)
    {
        using var interruption = new Interruption();
        using var ending = CancellationTokenSource.CreateLinkedTokenSource(token, interruption.Token);
        try
        {
            return await new LoadSpecReader(flags, parsed, console).ReadAsync(target, ending.Token);
        }
        catch (Exception e) when (e is OperationCanceledException or RpcException && interruption.Signal is not null)
        {
            throw new CommandException(ExitCode.Interrupted, "interrupted before the run");
        }
    }
}
