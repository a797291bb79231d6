using System.Diagnostics;
using System.Text.Json;
using Fathom.Link;
using Fathom.Link.Plans;

// A link from a JSON spec (times as "00:00:00.025"), for tests and bench/link that need it in a separate process (of another user, or to be
// killed).
// usage: SPEC near|far|none [COMMAND...]; "far:PROGRAM ARG..." before a "--" starts a program at the far end first.
var spec = JsonSerializer.Deserialize<LinkSpec>(args[0], new JsonSerializerOptions { PropertyNameCaseInsensitive = true })!;
try
{
    await using var link = await LinkRun.StartAsync(LinkPlan.Create(spec), CancellationToken.None);
    if (args[1] == "none")
    {
        await Console.Out.WriteLineAsync($"port {link.ListenPort} congestion {link.Congestion}");
        await Console.In.ReadToEndAsync();
        return 0;
    }

    var rest = args[2..];
    if (Array.IndexOf(rest, "--") is var separator and >= 0)
    {
        // The far end's program ends with the link.
        Process.Start(link.Far!.StartInfo(rest[0], rest[1..separator]))!.Dispose();
        rest = rest[(separator + 1)..];
    }

    var end = args[1] == "far" ? link.Far! : link.Near!;
    using var command = Process.Start(end.StartInfo(rest[0], rest[1..]))!;
    await command.WaitForExitAsync();
    await Console.Error.WriteLineAsync(JsonSerializer.Serialize(await link.CountersAsync(CancellationToken.None)));
    return command.ExitCode;
}
catch (LinkPlanException e)
{
    await Console.Error.WriteLineAsync(e.Message);
    return 2;
}
catch (LinkUnavailableException e)
{
    await Console.Error.WriteLineAsync(e.Message);
    return 3;
}
