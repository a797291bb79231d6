using Fathom.Samples.CodeFirst;

switch (args)
{
    case ["serve", .. var rest] when DepthsServer.PortOf(rest) is { } port:
        await DepthsServer.RunAsync(port, Console.Out);
        return 0;
    case ["client", var text] when Uri.TryCreate(text, UriKind.Absolute, out var address):
        return await DepthsCaller.RunAsync(address, Console.Out, Console.Error);
    default:
        Console.Error.WriteLine("usage: codefirst serve [PORT] | codefirst client http://HOST:PORT");
        return 2;
}
