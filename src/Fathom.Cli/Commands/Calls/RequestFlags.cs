using System.CommandLine;
using Fathom.Cli.Settings;
using Fathom.Transport.Calls;

namespace Fathom.Cli.Commands.Calls;

/// <summary>The flags that say what a method is sent, the same for every command that calls one.</summary>
internal sealed class RequestFlags
{
    private readonly Option<SettingValue?> _data;
    private readonly Option<SettingValue?> _format;
    private readonly Option<SettingValue?> _kind;

    /// <summary>Creates the flags.</summary>
    /// <param name="settings">The settings of the command.</param>
    /// <param name="data">What <c>--data</c> is, as a sentence.</param>
    /// <param name="formatOf">What is in the form of <c>--data-format</c>, such as "--data and --check".</param>
    public RequestFlags(CommandSettings settings, string data, string formatOf)
    {
        _data = SettingOption.Text("--data", data, "DATA", settings, "-d");
        _format = SettingOption.Word("--data-format", $"The form of {formatOf}: JSON, or one encoded message as the bytes of a file, in "
            + "base64 or in hex, for which no descriptors are needed. Default json.", "a format", ["json", "binary", "base64", "hex"],
            settings);
        _kind = SettingOption.Word("--kind", "What the method streams, where no descriptor says it (--data-format). Default unary.",
            "a kind", MethodKinds.Names, settings);
    }

    /// <summary>All flags, for the command.</summary>
    public IEnumerable<Option> All => [_data, _format, _kind];

    /// <summary>The values on one command line.</summary>
    public RequestSettings Read(ParseResult parsed) => new(parsed.GetValue(_data), parsed.GetValue(_format)?.Text ?? "json",
        parsed.GetValue(_kind) is { } kind ? MethodKinds.Parse(kind.Text) : null);

    /// <summary>The arguments that repeat the flags, without the data, which can be secret.</summary>
    public IEnumerable<string> Repeat(ParseResult parsed) =>
    [
        .. new[] { _kind, _format }.SelectMany(o => parsed.GetValue(o) is { } value ? (string[])[o.Name, value.Text] : []),
        .. parsed.GetValue(_data) is null ? Array.Empty<string>() : [_data.Name, "..."],
    ];
}

/// <summary>What a method is sent.</summary>
/// <param name="Data">The request; null where none is given.</param>
/// <param name="Format">The form of messages: <c>json</c>, <c>binary</c>, <c>base64</c> or <c>hex</c>.</param>
/// <param name="Kind">What the method streams; null where no flag says it.</param>
internal sealed record RequestSettings(SettingValue? Data, string Format, MethodKind? Kind)
{
    /// <summary>Whether messages are encoded already, so that no descriptor is needed.</summary>
    public bool IsEncoded => Format != "json";
}
