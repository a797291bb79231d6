using Google.Protobuf.Reflection;

namespace Fathom.Schema.Descriptors;

/// <summary>Removes from a file what uses types that no file declares: fields, extensions and methods. All else stays.</summary>
internal static class FilePruning
{
    /// <summary>A copy of a file without what cannot be used; the file itself where everything can.</summary>
    /// <param name="file">The file.</param>
    /// <param name="isDeclared">Whether a type is declared in some file.</param>
    /// <param name="lost">Receives the full names of what was removed.</param>
    public static FileDescriptorProto Prune(FileDescriptorProto file, Func<string, bool> isDeclared, ICollection<string> lost)
    {
        if (TypeReferences.UsedBy(file).All(isDeclared))
        {
            return file;
        }

        var (copy, scope) = (file.Clone(), file.Package.Length == 0 ? "" : file.Package + ".");
        foreach (var service in copy.Service)
        {
            Remove(service.Method, m => IsLost(m.InputType) || IsLost(m.OutputType), m => $"{scope}{service.Name}.{m.Name}");
        }

        Remove(copy.Extension, UsesLost, e => scope + e.Name);
        foreach (var message in copy.MessageType)
        {
            PruneMessage(message, scope);
        }

        return copy;

        bool IsLost(string name) => name.StartsWith('.') && !isDeclared(name[1..]);

        bool UsesLost(FieldDescriptorProto field) => IsLost(field.TypeName) || IsLost(field.Extendee);

        void Remove<T>(IList<T> all, Predicate<T> isLost, Func<T, string> nameOf)
        {
            for (var i = all.Count - 1; i >= 0; i--)
            {
                if (isLost(all[i]))
                {
                    lost.Add(nameOf(all[i]));
                    all.RemoveAt(i);
                }
            }
        }

        // What is nested is as deep as the file's bytes, whose reader allows 100 levels.
        void PruneMessage(DescriptorProto message, string outer)
        {
            var name = outer + message.Name;
            // A map is a field of a nested type of entries: it goes with the type of its values.
            var entries = message.NestedType.Where(n => n.Options?.MapEntry == true && n.Field.Any(UsesLost)).ToList();
            var maps = entries.Select(e => $".{name}.{e.Name}").ToHashSet(StringComparer.Ordinal);
            entries.ForEach(e => message.NestedType.Remove(e));
            Remove(message.Field, f => UsesLost(f) || maps.Contains(f.TypeName), f => $"{name}.{f.Name}");
            Remove(message.Extension, UsesLost, e => $"{name}.{e.Name}");
            RemoveEmptyOneofs(message);
            foreach (var nested in message.NestedType)
            {
                PruneMessage(nested, name + ".");
            }
        }
    }

    // Fields name their oneof by its place.
    private static void RemoveEmptyOneofs(DescriptorProto message)
    {
        for (var place = message.OneofDecl.Count - 1; place >= 0; place--)
        {
            if (message.Field.Any(f => f.HasOneofIndex && f.OneofIndex == place))
            {
                continue;
            }

            message.OneofDecl.RemoveAt(place);
            foreach (var field in message.Field.Where(f => f.HasOneofIndex && f.OneofIndex > place))
            {
                field.OneofIndex--;
            }
        }
    }
}
