using Fathom.Cli.Settings;
using Fathom.Schema.Data;
using Fathom.Schema.Faults;
using Fathom.Wire.Grpc;

namespace Fathom.Cli.Commands.Calls.Servers;

/// <summary>What <c>--metadata</c> says: names, and values with the templates of request data.</summary>
/// <param name="First">All metadata of a first call.</param>
/// <param name="Constant">The metadata that all calls have.</param>
/// <param name="Varying">The metadata that is another for each call.</param>
/// <param name="UserAgent">The user-agent, which is the channel's; null where none is given.</param>
internal sealed record CallMetadata(
    Metadata First, Metadata Constant, IReadOnlyList<(string Name, TextTemplate Value)> Varying, string? UserAgent)
{
    /// <summary>Reads the flag.</summary>
    public static CallMetadata Read(IReadOnlyList<SettingValue> flags, FathomConsole console, int seed)
    {
        var options = new RequestDataOptions
        {
            Folder = console.Folder, Time = console.Time, Seed = (ulong)seed,
            Environment = name => console.Environment.GetValueOrDefault(name),
        };
        var (first, constant, varying, userAgent) = (new Metadata(), new Metadata(), new List<(string, TextTemplate)>(), (string?)null);
        foreach (var flag in flags)
        {
            var colon = flag.Text.IndexOf(':', StringComparison.Ordinal);
            var (name, value) = colon > 0 ? (flag.Text[..colon].Trim(), flag.Text[(colon + 1)..].Trim())
                : throw CommandException.Usage($"{flag.Where}: '{flag.Text}' is not of the form 'NAME: VALUE'");
            var template = Template(flag, value, options);
            if (name.Equals(GrpcHeaders.UserAgent, StringComparison.OrdinalIgnoreCase))
            {
                userAgent = template.IsConstant && !template.Of(0).AsSpan().ContainsAnyExceptInRange(' ', '~') ? template.Of(0)
                    : throw CommandException.Usage($"{flag.Where}: '{flag.Text}' is not accepted; accepted: one user-agent for all calls, "
                        + "in printable ASCII; grpc-fathom and its version follow it");
                continue;
            }

            Add(first, flag, name, template.Of(0));
            if (template.IsConstant)
            {
                constant.Add(first[^1]);
            }
            else
            {
                varying.Add((first[^1].Key, template));
            }
        }

        return new(first, constant, varying, userAgent);
    }

    private static TextTemplate Template(SettingValue flag, string value, RequestDataOptions options)
    {
        try
        {
            return new TextTemplate(value, flag.Where, options);
        }
        catch (SchemaException e)
        {
            throw CommandException.Usage(e.Message);
        }
    }

    private static void Add(Metadata metadata, SettingValue flag, string name, string value)
    {
        try
        {
            if (name.EndsWith("-bin", StringComparison.OrdinalIgnoreCase))
            {
                metadata.Add(name, Convert.FromBase64String(value.PadRight((value.Length + 3) / 4 * 4, '=')));
            }
            else
            {
                metadata.Add(name, value);
            }
        }
        catch (FormatException)
        {
            throw CommandException.Usage($"{flag.Where}: the value of '{name}' is not base64; accepted: bytes in base64, because the name "
                + "ends in -bin");
        }
        catch (ArgumentException e)
        {
            throw CommandException.Usage($"{flag.Where}: '{name}' cannot be sent: {e.Message}");
        }
    }
}
