using System.Text.Json;
using Fathom.Subjects.Client;
using Fathom.Subjects.Protocol;

// Before anything blocks: the pool reads the switch once.
if (args.Contains("--no-cooperative-blocking"))
{
    AppContext.SetSwitch("System.Threading.ThreadPool.Blocking.CooperativeBlocking", false);
}

var protocol = SubjectProtocol.OfThisProcess();
protocol.Ready();
await protocol.RunAsync(async (command, argument) =>
{
    if (command != "run")
    {
        protocol.Failed($"a client knows 'run', not '{command}'");
        return;
    }

    protocol.Figures(await UnaryWorkload.RunAsync(JsonSerializer.Deserialize<WorkloadSpec>(argument, WorkloadSpec.Json)!));
});
