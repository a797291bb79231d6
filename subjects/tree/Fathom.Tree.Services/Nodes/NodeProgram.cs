using System.Net;
using Fathom.SubjectProtocol;
using Fathom.SubjectProtocol.Flags;
using Fathom.SubjectProtocol.Subjects;
using Fathom.Subjects.Hosts;
using Fathom.Tree.Nodes;
using Fathom.Tree.Tracing;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using OpenTelemetry;
using OpenTelemetry.Resources;
using OpenTelemetry.Trace;

namespace Fathom.Tree.Services.Nodes;

/// <summary>The frame of each of the five programs: flags, an ASP.NET Core application, the subject protocol.</summary>
public static class NodeProgram
{
    private const string OtlpEndpoint = "OTEL_EXPORTER_OTLP_ENDPOINT";

    /// <summary>Runs a process of the tree.</summary>
    /// <param name="name">Its name, one of <see cref="TreeNodes.All"/>.</param>
    /// <param name="text">One sentence about it.</param>
    /// <param name="arguments">The command line.</param>
    /// <param name="protocol">What its port speaks: a REST API HTTP/1.1, a service HTTP/2.</param>
    /// <param name="services">Registers its services.</param>
    /// <param name="map">Maps its endpoints.</param>
    /// <returns>The exit code.</returns>
    public static Task<int> RunAsync(string name, string text, string[] arguments, HttpProtocols protocol,
        Action<IServiceCollection, FlagValues> services, Action<WebApplication, FlagValues> map) => SubjectProgram.RunAsync(
        new SubjectDeclaration
        {
            Name = name,
            Text = text,
            Roles = [SubjectManifest.Server],
            Flags = NodeFlags.Of(TreeNodes.CalledBy(name)),
        },
        arguments,
        async flags =>
        {
            if (flags.Of(NodeFlags.MinThreads) is { } threads)
            {
                ThreadPool.SetMinThreads(threads, threads);
            }

            var session = SubjectSession.OfThisProcess();
            using var spans = new SpanRecorder();
            await using var application = Build(name, flags, protocol, services);
            using var _ = ExporterOf(name);
            map(application, flags);
            await application.StartAsync();
            await NodeSubject.FollowAsync(session, application.Urls.Single(), spans, flags.Of(NodeFlags.Spans));
        },
        HostArguments.Explain);

    private static WebApplication Build(
        string name, FlagValues flags, HttpProtocols protocol, Action<IServiceCollection, FlagValues> services)
    {
        // As the template has it, but without configuration from files or the environment: a trial runs the same everywhere.
        var builder = WebApplication.CreateBuilder(new WebApplicationOptions
        {
            EnvironmentName = Environments.Production, ContentRootPath = AppContext.BaseDirectory, ApplicationName = $"fathom-{name}",
        });
        builder.Configuration.Sources.Clear();
        builder.Logging.ClearProviders();
        builder.Logging.AddProvider(new NodeLog(flags.Of(NodeFlags.SlowConsole)));
        builder.WebHost.ConfigureKestrel(kestrel =>
            kestrel.Listen(IPAddress.Loopback, flags.Of(HostFlags.Port), listen => listen.Protocols = protocol));
        builder.Services.AddSingleton(new NodeFaults(flags));
        services(builder.Services, flags);
        return builder.Build();
    }

    // OpenTelemetry reads the rest of its settings from the environment too, as every program with it does.
    private static TracerProvider? ExporterOf(string name) => string.IsNullOrEmpty(Environment.GetEnvironmentVariable(OtlpEndpoint)) ? null
        : Sdk.CreateTracerProviderBuilder().AddSource([.. SpanRecorder.Sources]).ConfigureResource(r => r.AddService(name))
            .SetSampler(new ParentBasedSampler(new AlwaysOnSampler())).AddOtlpExporter().Build();
}
