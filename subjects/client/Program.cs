using System.Text.Json;
using Fathom.Subjects.Client;
using Fathom.Subjects.Protocol;

// Before anything blocks: the pool reads the switch once.
if (args.Contains("--no-cooperative-blocking"))
{
    AppContext.SetSwitch("System.Threading.ThreadPool.Blocking.CooperativeBlocking", false);
}

var protocol = SubjectProtocol.OfThisProcess();
using var download = new DownloadWorkload();
protocol.Ready();
await protocol.RunAsync(async (command, argument) =>
{
    if (command is not ("warm" or "run"))
    {
        protocol.Failed($"a client knows 'warm' and 'run', not '{command}'");
        return;
    }

    using var spec = JsonDocument.Parse(argument);
    switch (spec.RootElement.GetProperty("kind").GetString())
    {
        case "unary" when command == "warm":
            await UnaryWorkload.WarmUpAsync(spec.Deserialize(SpecContext.Default.UnarySpec)!);
            protocol.Warm();
            break;
        case "unary":
            protocol.Figures(await UnaryWorkload.RunAsync(spec.Deserialize(SpecContext.Default.UnarySpec)!));
            break;
        case "blob" when command == "warm":
            await BlobWorkload.WarmUpAsync(spec.Deserialize(SpecContext.Default.BlobSpec)!);
            protocol.Warm();
            break;
        case "blob":
            protocol.Figures(await BlobWorkload.RunAsync(spec.Deserialize(SpecContext.Default.BlobSpec)!));
            break;
        case "load" when command == "warm":
            // It warms up as long as it is told to, within its run.
            protocol.Warm();
            break;
        case "load":
            protocol.Figures(await LoadWorkload.RunAsync(spec.Deserialize(SpecContext.Default.LoadSpec)!));
            break;
        case "download" when command == "warm":
            await download.WarmUpAsync(spec.Deserialize(SpecContext.Default.DownloadSpec)!);
            protocol.Warm();
            break;
        case "download":
            protocol.Figures(await download.RunAsync(spec.Deserialize(SpecContext.Default.DownloadSpec)!));
            break;
        case var other:
            protocol.Failed($"there is no workload '{other}'; there is: unary, load, download, blob");
            break;
    }
});
