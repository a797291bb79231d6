using System.CommandLine;
using System.Globalization;
using Fathom.Cli.Commands.Calls;
using Fathom.Cli.Settings;
using Fathom.Load.Grpc.Requests;

namespace Fathom.Cli.Commands.Loads.Requests;

/// <summary>A method of <c>--mix</c>.</summary>
/// <param name="Name">As it was written.</param>
/// <param name="Path">Its path: <c>/package.Service/Method</c>.</param>
/// <param name="Weight">How often it is called among the others.</param>
/// <param name="Data">Its request; null where <c>--mix-data</c> has none.</param>
internal sealed record LoadMix(string Name, string Path, int Weight, SettingValue? Data)
{
    /// <summary>Reads the flags; empty without a mix.</summary>
    public static IReadOnlyList<LoadMix> Read(LoadFlags flags, ParseResult parsed)
    {
        var data = parsed.GetValue(flags.MixData)!.Select(Split).ToList();
        if (parsed.GetValue(flags.Mix) is not { } mix)
        {
            return data.Count == 0 ? [] : throw CommandException.Usage("--mix-data: it is for --mix, which is missing");
        }

        if (parsed.GetValue(flags.Check) is { } check)
        {
            throw CommandException.Usage($"{check.Where}: it is for one method; leave it out, or --mix");
        }

        List<LoadMix> methods = [.. mix.Text.Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)
            .Select(text => Method(mix, text, parsed.GetValue(flags.Call), data))];
        if (methods.Count == 0 || methods.Sum(m => (long)m.Weight) > MixOrder.MaxWeights)
        {
            throw CommandException.Usage($"{mix.Where}: '{mix.Text}' is no mix; accepted: METHOD:WEIGHT,METHOD:WEIGHT with weights of at "
                + $"most {MixOrder.MaxWeights:N0} together");
        }

        return methods.GroupBy(m => m.Path).FirstOrDefault(g => g.Count() > 1) is { } twice
            ? throw CommandException.Usage($"{mix.Where}: {twice.Key[1..]} is there twice; accepted: each method once")
            : data.Find(d => methods.TrueForAll(m => m.Name != d.Name)) is ({ } unknown, _)
            ? throw CommandException.Usage(DidYouMean.Refusal(
                "--mix-data: ", unknown, "a method of --mix", [.. methods.Select(m => m.Name)]))
            : methods;
    }

    private static (string Name, SettingValue Value) Split(SettingValue data) =>
        data.Text.IndexOf('=', StringComparison.Ordinal) is > 0 and var at
            ? (data.Text[..at].Trim(), data with { Text = data.Text[(at + 1)..] })
            : throw CommandException.Usage($"{data.Where}: '{data.Text}' is not of the form METHOD=DATA, such as 'Buy={{\"item\": 7}}'");

    private static LoadMix Method(SettingValue mix, string text, SettingValue? call, List<(string Name, SettingValue Value)> data)
    {
        var colon = text.LastIndexOf(':');
        var (name, weight) = colon < 0 ? (text, 1)
            : int.TryParse(text[(colon + 1)..], NumberStyles.None, CultureInfo.InvariantCulture, out var given) && given > 0
                ? (text[..colon].Trim(), given)
            : throw CommandException.Usage($"{mix.Where}: '{text}' has no weight; accepted: METHOD:N with a whole number of 1 or more");
        return new(name, PathOf(mix, name, call), weight, data.Find(d => d.Name == name).Value);
    }

    // A name without a service is a method of the service that --call names, with or without a method of its own.
    private static string PathOf(SettingValue mix, string name, SettingValue? call) => MethodPath.Read(
        name.Contains('/', StringComparison.Ordinal) || name.Contains('.', StringComparison.Ordinal) ? mix with { Text = name }
        : call is not null ? mix with { Text = $"{call.Text.TrimStart('/').Split('/')[0]}/{name}" }
        : throw CommandException.Usage($"{mix.Where}: '{name}' is a method without its service; accepted: package.Service/{name}, or the "
            + "service in --call"));
}
