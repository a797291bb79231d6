using System.Globalization;
using System.Net;
using Fathom.Plants;
using Fathom.Plants.Streams;

// Programs with one known cause of slowness each, and healthy ones: what `fathom doctor` must name, and where it must be silent. They are
// unmodified programs to it: none knows that it is watched.
switch (args)
{
    case ["server"]:
        await HealthyServer.RunAsync();
        return 0;
    case ["service", var name] when PlantedServices.All.TryGetValue(name, out var create):
        await create().RunAsync(IPAddress.Loopback);
        return 0;
    case ["service", var name, var address] when PlantedServices.All.TryGetValue(name, out var create):
        await create().RunAsync(IPAddress.Parse(address));
        return 0;
    case ["service", "balanced"]:
        await BalancedServices.RunAsync();
        return 0;
    case ["core-service", var name] when CoreServer.All.TryGetValue(name, out var create):
        await create().RunAsync();
        return 0;
    case ["starved-client", var address]:
        StarvedClient.Run(address, atATime: 50);
        return 0;
    case ["starved-client", var address, var atATime]:
        StarvedClient.Run(address, int.Parse(atATime, CultureInfo.InvariantCulture));
        return 0;
    case ["healthy-client", var address]:
        await HealthyClient.RunAsync(address, calls: 5_000);
        return 0;
    case ["healthy-client", var address, var calls]:
        await HealthyClient.RunAsync(address, int.Parse(calls, CultureInfo.InvariantCulture));
        return 0;
    case ["gzip-client", var address]:
        await GzipClient.RunAsync(address);
        return 0;
    case ["certificate-client", var address]:
        await CertificateClient.LoadAsync(address);
        return 0;
    case ["chain-client", var address]:
        await CertificateClient.BuildChainsAsync(address);
        return 0;
    case ["chatty-client", var address]:
        await ChattyClient.RunAsync(address);
        return 0;
    case ["large-client", var address]:
        await LargeClient.RunAsync(address);
        return 0;
    case ["queued-client", var address]:
        await QueuedClient.RunAsync(address);
        return 0;
    case ["leaking-client", var address]:
        await LeakingClient.RunAsync(address);
        return 0;
    case ["tls-client", var address]:
        await TlsClient.ThroughAsync(address, channels: 2);
        return 0;
    case ["reconnecting-client", var address]:
        await TlsClient.InGroupsAsync(address, groups: 8, TimeSpan.FromMilliseconds(200));
        return 0;
    case ["cold-tool"]:
        await ColdTool.RunAsync();
        return 0;
    case ["slow-proxy"]:
        await SlowProxy.RunAsync();
        return 0;
    case ["retaining"]:
        Retaining.Run();
        return 0;
    case ["json"]:
        JsonMessages.Run();
        return 0;
    case ["summing"]:
        Summing.Run();
        return 0;
    case ["collecting"]:
        Collecting.Run();
        return 0;
    case ["contended"]:
        Contended.Run();
        return 0;
    case ["logging"]:
        Logging.Run();
        return 0;
    case ["working"]:
        Working.Run(threads: 1);
        return 0;
    case ["working-on-all"]:
        Working.Run(Environment.ProcessorCount);
        return 0;
    case ["failing"]:
        Console.Error.WriteLine("no such service");
        return 7;
    case ["waiting"]:
        await Task.Delay(Timeout.Infinite);
        return 0;
    default:
        Console.Error.WriteLine($"'{string.Join(' ', args)}' is no plant");
        return 2;
}
