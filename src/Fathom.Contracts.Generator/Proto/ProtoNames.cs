using System.Text;

namespace Fathom.Contracts.Generator.Proto;

/// <summary>Converts C# names to names of the protobuf style guide.</summary>
internal static class ProtoNames
{
    /// <summary>
    /// Converts PascalCase or camelCase to snake_case: <c>HTTPServer</c> becomes <c>http_server</c>, <c>Line2</c> becomes <c>line2</c>,
    /// <c>_count</c> becomes <c>count</c>.
    /// </summary>
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

    /// <summary>
    /// Returns the name of an enum value, prefixed with the name of the enum, because enum values share the scope that contains the enum.
    /// </summary>
    public static string EnumValue(string enumName, string value) => (Snake(enumName) + "_" + Snake(value)).ToUpperInvariant();

    public static bool IsIdentifier(string name) =>
        name.Length > 0 && name[0] is not (>= '0' and <= '9')
            && name.All(c => c is (>= 'a' and <= 'z') or (>= 'A' and <= 'Z') or (>= '0' and <= '9') or '_');

    // A word begins after a lowercase letter or a digit, and at the last capital of a run if a lowercase letter follows.
    private static bool StartsWord(string name, int i) =>
        name[i - 1] != '_' && (!char.IsUpper(name[i - 1]) || (i + 1 < name.Length && char.IsLower(name[i + 1])));
}
