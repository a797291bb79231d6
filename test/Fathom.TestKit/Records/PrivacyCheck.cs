using System.Text.Json;
using Fathom.Studies.Running;
using Shouldly;

namespace Fathom.TestKit.Records;

/// <summary>Whether a record names the machine it was made on, its user or a folder.</summary>
public static class PrivacyCheck
{
    /// <summary>Fails where a name or text of the JSON does.</summary>
    public static void NamesNoMachineUserOrFolder(string json)
    {
        using var record = JsonDocument.Parse(json);
        foreach (var text in Texts(record.RootElement))
        {
            PrivateNames.OfThisMachine.RemoveFrom(text).ShouldBe(text);
        }
    }

    private static IEnumerable<string> Texts(JsonElement element) => element.ValueKind switch
    {
        JsonValueKind.String => [element.GetString()!],
        JsonValueKind.Array => element.EnumerateArray().SelectMany(Texts),
        JsonValueKind.Object => element.EnumerateObject().SelectMany(member => Texts(member.Value).Prepend(member.Name)),
        _ => [],
    };
}
