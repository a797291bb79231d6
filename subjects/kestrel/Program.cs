using Fathom.SubjectProtocol;
using Fathom.SubjectProtocol.Subjects;
using Fathom.Subjects.Download;
using Fathom.Subjects.Echo;
using Fathom.Subjects.Hosts;
using Fathom.Subjects.Kestrel;
using Fathom.Transport.Server;
using Fathom.Wire.Grpc;

return await SubjectProgram.RunAsync(
    new SubjectDeclaration
    {
        Name = "kestrel",
        Text = "Echo and downloads on ASP.NET Core's Kestrel.",
        Roles = [SubjectManifest.Server],
        Flags = HostFlags.All,
    },
    args,
    async flags =>
    {
        var arguments = HostArguments.Of(flags);
        var session = SubjectSession.OfThisProcess();
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
                LoggerFactory = new StandardErrorLoggers(),
                EnableReflection = true,
                Health = new HealthService(),
            },
        });
        await ServerSubject.FollowAsync(session, host.Address.GetLeftPart(UriPartial.Authority), host.CertificatePem, () => host.Wire);
    },
    HostArguments.Explain);
