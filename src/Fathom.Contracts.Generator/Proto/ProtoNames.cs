using System.Text;

namespace Fathom.Contracts.Generator.Proto;

/// <summary>C# names as the protobuf style guide writes them.</summary>
internal static class ProtoNames
{
    /// <summary>PascalCase or camelCase to snake_case: <c>HTTPServer</c> is <c>http_server</c>, <c>Line2</c> is <c>line2</c>, <c>_count</c>
    /// is <c>count</c>.</summary>
    public static string Snake(string name)
    {
        name = name.TrimStart('_');
        var text = new StringBuilder();
        for (var i = 0; i < name.Length; i++)
        {
            if (i > 0 && char.IsUpper(name[i]) && StartsWord(name, i))
            {
                text.Append('_');
            }

            text.Append(char.ToLowerInvariant(name[i]));
        }

        return text.ToString();
    }

    /// <summary>An enum's value with the enum's name before it: names of enum values share the scope around the enum.</summary>
    public static string EnumValue(string enumName, string value) => (Snake(enumName) + "_" + Snake(value)).ToUpperInvariant();

    public static bool IsIdentifier(string name) =>
        name.Length > 0 && name[0] is not (>= '0' and <= '9')
            && name.All(c => c is (>= 'a' and <= 'z') or (>= 'A' and <= 'Z') or (>= '0' and <= '9') or '_');

    // After a small letter or digit, and where the last capital of a run begins a word.
    private static bool StartsWord(string name, int i) =>
        name[i - 1] != '_' && (!char.IsUpper(name[i - 1]) || (i + 1 < name.Length && char.IsLower(name[i + 1])));
}
