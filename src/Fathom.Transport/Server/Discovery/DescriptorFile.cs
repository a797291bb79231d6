namespace Fathom.Transport.Server.Discovery;

/// <summary>What reflection must know of a serialized <c>google.protobuf.FileDescriptorProto</c>. Immutable.</summary>
/// <param name="Name">The name under which others import it.</param>
/// <param name="Imports">The names of the files that it imports.</param>
/// <param name="Symbols">The full names of all that it declares.</param>
/// <param name="Bytes">The file.</param>
internal sealed record DescriptorFile(string Name, IReadOnlyList<string> Imports, IReadOnlyList<string> Symbols, ReadOnlyMemory<byte> Bytes)
{
    // The field numbers of descriptor.proto.
    private const int NameField = 1;

    public static DescriptorFile Parse(ReadOnlyMemory<byte> bytes)
    {
        var (name, package) = ("", "");
        List<string> imports = [], symbols = [];
        var header = new DescriptorReader(bytes.Span);
        while (header.Read())
        {
            name = header.Field == NameField ? header.Text : name;
            package = header.Field == 2 ? header.Text : package;
        }

        var scope = package.Length == 0 ? "" : package + ".";
        var reader = new DescriptorReader(bytes.Span);
        while (reader.Read())
        {
            switch (reader.Field)
            {
                case 3:
                    imports.Add(reader.Text);
                    break;
                case 4:
                    AddMessage(reader.Value, scope, symbols);
                    break;
                case 5:
                    // Values of an enum stand in the scope that contains it.
                    AddWithMembers(reader.Value, scope, inOuterScope: true, symbols);
                    break;
                case 6:
                    AddWithMembers(reader.Value, scope, inOuterScope: false, symbols);
                    break;
                case 7:
                    symbols.Add(scope + NameOf(reader.Value));
                    break;
            }
        }

        return new(name, imports, symbols, bytes);
    }

    private static void AddMessage(ReadOnlySpan<byte> message, string scope, List<string> symbols)
    {
        var full = scope + NameOf(message);
        symbols.Add(full);
        var reader = new DescriptorReader(message);
        while (reader.Read())
        {
            switch (reader.Field)
            {
                case 2 or 6 or 8:
                    symbols.Add($"{full}.{NameOf(reader.Value)}");
                    break;
                case 3:
                    AddMessage(reader.Value, full + ".", symbols);
                    break;
                case 4:
                    AddWithMembers(reader.Value, full + ".", inOuterScope: true, symbols);
                    break;
            }
        }
    }

    private static void AddWithMembers(ReadOnlySpan<byte> type, string scope, bool inOuterScope, List<string> symbols)
    {
        var full = scope + NameOf(type);
        symbols.Add(full);
        var reader = new DescriptorReader(type);
        while (reader.Read())
        {
            if (reader.Field == 2)
            {
                symbols.Add((inOuterScope ? scope : full + ".") + NameOf(reader.Value));
            }
        }
    }

    private static string NameOf(ReadOnlySpan<byte> declaration)
    {
        var reader = new DescriptorReader(declaration);
        while (reader.Read())
        {
            if (reader.Field == NameField)
            {
                return reader.Text;
            }
        }

        return "";
    }
}
