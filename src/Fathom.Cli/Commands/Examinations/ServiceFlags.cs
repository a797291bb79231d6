using System.CommandLine;
using Fathom.Cli.Commands.Calls;
using Fathom.Cli.Commands.Calls.Servers;
using Fathom.Cli.Commands.Loads;
using Fathom.Cli.Commands.Loads.Requests;
using Fathom.Cli.Settings;
using Fathom.Doctor.Probes.Outside;
using Fathom.Doctor.Services;
using Fathom.Transport.Client;

namespace Fathom.Cli.Commands.Examinations;

/// <summary>The flags of <c>fathom doctor TARGET --call SERVICE/METHOD</c>: what is called, as for <c>fathom load</c>, and how
/// gently.</summary>
internal sealed class ServiceFlags
{
    // A load generator makes more: an examination stays small.
    private const int MostAtOnce = 1000;

    // With which every connection begins (RFC 9113 section 6.9.2): no client has less.
    private const int FirstWindow = 65_535;

    private readonly Option<SettingValue?> _call;
    private readonly RequestFlags _request;
    private readonly Option<SettingValue?> _maxRate;
    private readonly Option<int> _concurrency;
    private readonly Option<SettingValue?> _direct;
    private readonly Option<int> _streamWindow;
    private readonly Option<int> _connectionWindow;
    private readonly SchemaFlags _schema;
    private readonly ServerFlags _server;

    public ServiceFlags(CommandSettings settings)
    {
        _call = SettingOption.Text("--call", "Examine this method of TARGET from outside; it is called many times, so it must be safe to "
            + "repeat.", "SERVICE/METHOD", settings);
        _request = new RequestFlags(settings, "Its request: JSON, @FILE, or @ for standard input. Default: an empty message.", "--data");
        _maxRate = SettingOption.Text("--max-rate",
            $"The most calls a second, on average. Default {ServiceSpec.DefaultMaxRate:0}.", "RATE", settings);
        _concurrency = SettingOption.One("--concurrency",
            $"The most calls at a time: as many as your clients make. Default {ServiceSpec.DefaultConcurrency}.", "N",
            ServiceSpec.DefaultConcurrency, settings, (where, value) => SettingReader.WholeNumber(where, value, 1, MostAtOnce), "-c");
        _direct = SettingOption.Text("--direct", "The service's own address, past the proxy before it: calls there prove what the proxy "
            + "costs. Found where both are on this machine.", "ADDRESS", settings);
        _streamWindow = SettingOption.One("--stream-window",
            "First window of your client's streams, in bytes, where it does not grow. Default 16777216.", "N",
            ProbeTarget.DefaultStreamWindow, settings, (where, value) => SettingReader.WholeNumber(where, value, 1024, int.MaxValue));
        _connectionWindow = SettingOption.One("--connection-window",
            "Window of your client's connections, in bytes. Default 67108864.", "N",
            ProbeTarget.DefaultConnectionWindow, settings,
            (where, value) => SettingReader.WholeNumber(where, value, FirstWindow, int.MaxValue));
        (_schema, _server) = (new SchemaFlags(settings), new ServerFlags(settings));
    }

    /// <summary>All flags, for the command.</summary>
    public IEnumerable<Option> All =>
        [_call, .. _request.All, _maxRate, _concurrency, _direct, _streamWindow, _connectionWindow, .. _schema.All, .. _server.All];

    /// <summary>Whether a method is named.</summary>
    public bool AreGiven(ParseResult parsed) => parsed.GetValue(_call) is not null;

    /// <summary>Reads the flags, and asks the server what the method is where no flag says it.</summary>
    public async Task<ServiceSpec> ReadAsync(string target, ParseResult parsed, FathomConsole console, CancellationToken token)
    {
        TargetAddress.Parse(target, plaintext: false, console.Folder);
        var direct = parsed.GetValue(_direct);
        _ = Direct(plaintext: false);
        var path = MethodPath.Read(parsed.GetValue(_call));
        var rate = parsed.GetValue(_maxRate) is not { } given ? ServiceSpec.DefaultMaxRate
            : LoadValues.ToRate(given.Text, given) is > 0 and var positive ? positive
            : throw CommandException.Usage($"{given.Where}: '{given.Text}' is no rate of calls; accepted: above 0");
        var server = await _server.ReadAsync(target, parsed, console, token);
        if (server.Options.Protocol == WireProtocol.GrpcWebHttp1)
        {
            throw CommandException.Usage("--protocol: the doctor compares calls with PING and calls at once on one connection, which "
                + "HTTP/1.1 does not have; accepted: grpc, grpc-web. Examine a port of the service that speaks HTTP/2, or see what it does "
                + "under load: fathom load --protocol grpc-web-http1");
        }

        var method = await new LoadMethodReader(_request.Read(parsed), check: null, _schema, console, seed: 1)
            .ReadAsync(path, server, parsed, token);
        using var messages = method.Requests.Open();
        var count = method.Kind.IsRequestStreamed() ? messages.CountOf(0) : 1;
        return new ServiceSpec(new ProbeTarget
        {
            Server = server.Options,
            Path = method.Path,
            Messages = [.. Enumerable.Range(0, count).Select(i => (ReadOnlyMemory<byte>)messages.Get(0, i).ToArray())],
            Metadata = server.Metadata,
            Direct = Direct(server.Options.Address.Scheme == Uri.UriSchemeHttp),
            StreamWindow = parsed.GetValue(_streamWindow),
            ConnectionWindow = parsed.GetValue(_connectionWindow),
        })
        {
            Concurrency = parsed.GetValue(_concurrency),
            MaxRate = rate,
        };

        // With TLS where TARGET has it, and neither says otherwise.
        Uri? Direct(bool plaintext) =>
            direct is null ? null : TargetAddress.Parse(direct.Text, plaintext, console.Folder, direct.Where);
    }
}
