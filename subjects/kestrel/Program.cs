using System.Security.Cryptography;
using Fathom.Subjects.Download;
using Fathom.Subjects.Echo;
using Fathom.Subjects.Hosts;
using Fathom.Subjects.Kestrel;
using Fathom.Subjects.Protocol;
using Fathom.Transport.Server;
using Fathom.Wire.Grpc;
using Microsoft.AspNetCore.Connections;

try
{
    var arguments = HostArguments.Parse(args);
    var protocol = SubjectProtocol.OfThisProcess();
    await using var host = await KestrelHost.StartAsync(
        [EchoContract.Define(arguments.Contract), new DownloadService().Definition()], new KestrelHostOptions
    {
        Bind = arguments.Bind,
        Port = arguments.Port,
        StreamWindow = arguments.StreamWindow,
        ConnectionWindow = arguments.ConnectionWindow,
        Certificate = arguments.LoadCertificate(),
        Server = new ServerOptions
        {
            MaxReceiveMessageSize = arguments.MaxReceive ?? MessageLimits.DefaultMaxReceiveSize,
            HandlerFailed = (method, e) => Console.Error.WriteLine($"{method}: {e}"),
        },
    });
    await ServerSubject.FollowAsync(protocol, host.Address.GetLeftPart(UriPartial.Authority), host.CertificatePem, () => host.Wire);
    return 0;
}
catch (FormatException e)
{
    Console.Error.WriteLine(e.Message);
    return 2;
}
catch (IOException e) when (e.InnerException is AddressInUseException)
{
    Console.Error.WriteLine($"{e.Message} End what listens there, or give another --port (0 takes a free one).");
    return 3;
}
catch (Exception e) when (e is IOException or CryptographicException or UnauthorizedAccessException)
{
    Console.Error.WriteLine(e.Message);
    return 3;
}
